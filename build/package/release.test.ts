import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration } from './configuration.ts';
import { missingParts, releaseProblems } from './release.ts';

const real = {
  extraMetadata: { homepage: 'https://hookdesk.dev' },
  linux: { maintainer: 'Ada <ada@hookdesk.dev>' },
};

describe('releaseProblems', () => {
  it('accepts real addresses', () => {
    expect(releaseProblems(real)).toEqual([]);
  });

  it.each(['', 'https://hookdesk.invalid', 'https://example.org/hookdesk'])(
    'rejects the homepage "%s"',
    (homepage) => {
      const problems = releaseProblems({ ...real, extraMetadata: { homepage } });
      expect(problems).toEqual([expect.stringContaining(`real homepage, not "${homepage}"`)]);
    },
  );

  it('rejects missing values and the present configuration', () => {
    expect(releaseProblems({})).toHaveLength(2);
    expect(releaseProblems(configuration)).toEqual([
      expect.stringContaining('homepage'),
      expect.stringContaining('maintainer'),
    ]);
  });
});

it('npm run package -- --release reports the problems before the build', () => {
  const program = join(import.meta.dirname, 'package.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--release'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toEqual([
    ...releaseProblems(configuration),
    ...missingParts(process.platform, {}, { unsigned: false, withoutUpdates: false }),
  ]);
  expect(status).toBe(1);
});

const signed = { WIN_CSC_LINK: 'file', CSC_LINK: 'file' };
const notarised = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' };
const feed = { HOOKDESK_UPDATE_FEED: 'github:hookdesk/hookdesk' };
const none = { unsigned: false, withoutUpdates: false };

it.each([
  ['linux', {}, none, ['update server']],
  ['linux', feed, none, []],
  ['linux', {}, { ...none, withoutUpdates: true }, []],
  ['win32', feed, none, ['Not signed']],
  ['win32', { ...feed, ...signed }, none, []],
  ['win32', feed, { ...none, unsigned: true }, []],
  ['darwin', { ...feed, ...signed }, none, ['Not notarised']],
  ['darwin', { ...feed, ...signed, ...notarised }, none, []],
  ['darwin', {}, { unsigned: true, withoutUpdates: true }, []],
] as const)(
  'a release on %s with %j, which allows %j, lacks %j',
  (platform, env, allowed, lacks) => {
    const problems = missingParts(platform, env, allowed);
    expect(problems).toHaveLength(lacks.length);
    for (const [at, text] of lacks.entries()) expect(problems[at]).toContain(text);
  },
);
