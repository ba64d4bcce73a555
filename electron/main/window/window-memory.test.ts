import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { windowMemory } from './window-memory.ts';

const place = { bounds: { x: 1, y: 2, width: 1_000, height: 700 }, maximized: true };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-window-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('restores the position after a restart', () => {
  expect(windowMemory(folder).recall()).toBeNull();
  windowMemory(folder).remember(place);
  expect(windowMemory(folder).recall()).toEqual(place);
});

test.skipIf(process.platform === 'win32')('creates the file for its owner only', () => {
  windowMemory(folder).remember(place);
  expect(statSync(join(folder, 'window.json')).mode & 0o777).toBe(0o600);
});

test.each(['', '{', '[]', '{"place":{"bounds":{"x":"1"}}}', '{"place":null}'])(
  'ignores an invalid position: %s',
  (content) => {
    writeFileSync(join(folder, 'window.json'), content);
    expect(windowMemory(folder).recall()).toBeNull();
  },
);
