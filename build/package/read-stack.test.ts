import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStack } from './read-stack.ts';

const maps = mkdtempSync(join(tmpdir(), 'hookdesk-maps-'));

/** A map from the start of a bundle to the third line of a source. */
function putMap(bundle: string, source: string): void {
  const file = join(maps, `${bundle}.map`);
  mkdirSync(dirname(file), { recursive: true });
  const map = { version: 3, names: [], sources: [source], sourcesContent: [''], mappings: 'AAEA' };
  writeFileSync(file, JSON.stringify(map));
}

beforeAll(() => {
  putMap('dist/main/index.js', '../../electron/main/index.ts');
  putMap('dist/preload/index.cjs', '../../electron/preload/index.ts');
  putMap('dist/bundle-thread/main.cjs', '../../electron/worker/bundle-thread.ts');
  putMap('dist/renderer/desktop/assets/index-C2e4nQoh.js', '../../../../renderer/main.ts');
});
afterAll(() => {
  rmSync(maps, { recursive: true });
});

const resources = '/opt/Hookdesk/resources/app.asar';

test.each([
  [`at a (file://${resources}/dist/main/index.js:1:1)`, 'at a (electron/main/index.ts:3:1)'],
  [
    'at async file:///C:/Program%20Files/app.asar/dist/main/index.js:1:1',
    'at async electron/main/index.ts:3:1',
  ],
  [
    'at b (C:\\Hookdesk\\resources\\app.asar\\dist\\preload\\index.cjs:1:1)',
    'at b (electron/preload/index.ts:3:1)',
  ],
  ['at c ([worker eval]:1:1)', 'at c (electron/worker/bundle-thread.ts:3:1)'],
  ['at d (app://hookdesk/assets/index-C2e4nQoh.js:1:1)', 'at d (renderer/main.ts:3:1)'],
])('%s is read as %s', (line, expected) => {
  expect(readStack(`Error\n    ${line}\n`, maps)).toBe(`Error\n    ${expected}\n`);
});

test.each([
  'at e (node:internal/process/task_queues:95:5)',
  `at f (file://${resources}/dist/main/other.js:1:1)`,
  'at g (app://hookdesk/assets/index-Other123.js:1:1)',
  'opened https://example.com:443/dist/x',
])('%s stays', (line) => {
  expect(readStack(line, maps)).toBe(line);
});
