import { resolve } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { dataFolderOf, filesOf, selfCheckArguments } from './start-arguments.ts';

const options = {
  host: null,
  port: null,
  data: 'data',
  files: ['a', '/b'],
  open: true,
  selfCheck: { json: true, output: 'report.json' },
  help: false,
};

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([
  ['where npm was asked from', '/home/ada', '/home/ada'],
  ['the working folder, without npm', undefined, process.cwd()],
])('resolves file names against %s', (_, asked, folder) => {
  vi.stubEnv('INIT_CWD', asked);
  expect(dataFolderOf(options)).toBe(resolve(folder, 'data'));
  expect(dataFolderOf({ ...options, data: null })).toBeNull();
  expect(selfCheckArguments(options)).toEqual([
    '--self-check',
    '--json',
    `--output=${resolve(folder, 'report.json')}`,
  ]);
  expect(selfCheckArguments({ ...options, selfCheck: null })).toEqual([]);
  expect(filesOf(options)).toEqual([resolve(folder, 'a'), resolve('/b')]);
});
