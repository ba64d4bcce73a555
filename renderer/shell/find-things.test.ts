import { expect, it } from 'vitest';
import { fileLabel } from './find-things.ts';

it('names a file before its folder, on every system', () => {
  expect(fileLabel('/home/ops/acme.json')).toBe('acme.json in /home/ops');
  expect(fileLabel('/acme.json')).toBe('acme.json in /');
  expect(fileLabel('C:\\Users\\ops\\acme.json')).toBe('acme.json in C:\\Users\\ops');
});
