import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

let root = '';
let before = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookdesk-bundle-'));
  mkdirSync(join(root, 'domain/webhook'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(root, 'domain/webhook/a.ts'), 'one');
  writeFileSync(join(root, 'domain/webhook/b.ts'), 'two');
  before = fingerprint(root);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test.each<[string, () => void]>([
  [
    'content',
    () => {
      writeFileSync(join(root, 'domain/webhook/a.ts'), 'eno');
    },
  ],
  [
    'a name',
    () => {
      renameSync(join(root, 'domain/webhook/a.ts'), join(root, 'domain/a.ts'));
    },
  ],
  [
    'a new file',
    () => {
      writeFileSync(join(root, 'domain/webhook/c.ts'), '');
    },
  ],
  [
    'a file that is gone',
    () => {
      rmSync(join(root, 'domain/webhook/b.ts'));
    },
  ],
  [
    'the user guide',
    () => {
      mkdirSync(join(root, 'docs'));
      writeFileSync(join(root, 'docs/user-guide.md'), '# Guide');
    },
  ],
  [
    'the lock of the packages',
    () => {
      writeFileSync(join(root, 'package-lock.json'), '{}');
    },
  ],
])('%s changes the fingerprint', (_what, change) => {
  change();
  expect(fingerprint(root)).not.toBe(before);
});

test.each<[string, () => void]>([
  [
    'a test',
    () => {
      writeFileSync(join(root, 'domain/webhook/a.test.ts'), 'x');
    },
  ],
  [
    'another time',
    () => {
      utimesSync(join(root, 'domain/webhook/a.ts'), 0, 0);
    },
  ],
  [
    'a folder that is not bundled',
    () => {
      writeFileSync(join(root, 'README.md'), 'x');
    },
  ],
])('%s does not change the fingerprint', (_what, change) => {
  change();
  expect(fingerprint(root)).toBe(before);
});
