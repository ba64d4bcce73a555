import { expect, it } from 'vitest';
import { npm } from './install.mjs';

it.each([
  [
    'the npm that runs us, on its own Node',
    { npm_execpath: '/n/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' },
    'linux',
    { command: '/usr/bin/node', before: ['/n/npm/bin/npm-cli.js'], shell: false },
  ],
  [
    'the npm on the path, where another package manager runs us',
    { npm_execpath: '/n/yarn/bin/yarn.js', npm_node_execpath: '/usr/bin/node' },
    'linux',
    { command: 'npm', before: [], shell: false },
  ],
  ['the npm on the path', {}, 'darwin', { command: 'npm', before: [], shell: false }],
  ['npm.cmd, which needs a shell', {}, 'win32', { command: 'npm', before: [], shell: true }],
] as const)('npm is %s', (_, environment, platform, expected) => {
  expect(npm(environment, platform)).toEqual(expected);
});
