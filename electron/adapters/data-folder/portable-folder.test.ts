import { join } from 'node:path';
import { expect, it } from 'vitest';
import { portableFolder } from './usual-data-folder.ts';

it('is beside the program that a person started', () => {
  const folder = join('stick', 'tools');
  expect(portableFolder({ PORTABLE_EXECUTABLE_DIR: folder })).toBe(join(folder, 'Hookdesk data'));
});

it.each([{}, { PORTABLE_EXECUTABLE_DIR: '' }])('no copy is portable with %j', (environment) => {
  expect(portableFolder(environment)).toBeNull();
});
