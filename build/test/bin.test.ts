import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { binOf } from './bin.ts';

const root = join(import.meta.dirname, '../..');

it.each([
  ['eslint'],
  ['typescript', 'tsc'],
  ['dependency-cruiser', 'depcruise'],
  ['@playwright/test', 'playwright'],
])('finds the script of %s', (name, program?: string) => {
  expect(existsSync(join(root, binOf(root, name, program)))).toBe(true);
});

it('names a package without such a program', () => {
  expect(() => binOf(root, 'typescript', 'tcs')).toThrow('typescript brings no tcs.');
});
