import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from './durable-file.ts';

let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'hookdesk-durable-')), 'file.json');
  writeFileSync(path, 'old');
});
afterEach(() => {
  rmSync(join(path, '..'), { recursive: true });
});

test('a file is replaced, for its owner only', () => {
  replaceFile(path, 'new “ü”');
  expect(readFileSync(path, 'utf8')).toBe('new “ü”');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a file stays when the disk gives back another text', () => {
  // UTF-8 has no lone surrogates: the disk gives back U+FFFD.
  expect(() => {
    replaceFile(path, 'new \ud800');
  }).toThrow(expect.objectContaining({ code: 'EIO' }));
  expect(readFileSync(path, 'utf8')).toBe('old');
});
