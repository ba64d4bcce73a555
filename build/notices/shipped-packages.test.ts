import { join } from 'node:path';
import { expect, test } from 'vitest';
import { licenceProblems, packagesOf } from './shipped-packages.ts';

const modules = join(import.meta.dirname, '../../node_modules');

test('finds the package of a file, with its licence and the text', () => {
  const files = ['zod/v4/core/core.js', 'zod/index.js', '@fontsource-variable/inter/files/a.woff2'];
  const [inter, zod, ...others] = packagesOf(files.map((file) => join(modules, file)));
  expect(others).toEqual([]);
  expect(inter).toMatchObject({ name: '@fontsource-variable/inter', licence: 'OFL-1.1' });
  expect(inter?.texts.join('\n')).toContain('SIL OPEN FONT LICENSE');
  expect(zod).toMatchObject({ name: 'zod', licence: 'MIT' });
});

test('lists two versions of one package separately', () => {
  const files = ['fast-uri/index.js', 'fast-json-stringify/node_modules/fast-uri/index.js'];
  const versions = packagesOf(files.map((file) => join(modules, file))).map((each) => each.version);
  expect(new Set(versions).size).toBe(2);
});

const good = { name: 'good', version: '1.2.3', licence: 'MIT', texts: ['Permission is granted.'] };

test.each([
  ['MIT', []],
  ['(MIT OR GPL-3.0-only)', []],
  ['MIT AND ISC', []],
  [null, ['good@1.2.3 names no licence.']],
  ['GPL-3.0-only', ['good@1.2.3 has the licence “GPL-3.0-only”, which is not on the list.']],
  ['MIT AND GPL-3.0-only', [expect.stringContaining('good@1.2.3')]],
  ['SEE LICENSE IN LICENSE.txt', [expect.stringContaining('SEE LICENSE IN LICENSE.txt')]],
])('licence %j', (licence, problems) => {
  expect(licenceProblems([{ ...good, licence }])).toEqual(problems);
});

test('reports a package without a licence text', () => {
  const none = { ...good, texts: [] };
  const empty = { ...good, name: 'empty', texts: [''] };
  expect(licenceProblems([good, none, empty])).toEqual([
    'good@1.2.3 has no licence text.',
    'empty@1.2.3 has no licence text.',
  ]);
});
