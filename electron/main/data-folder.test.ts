import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { portableFolder } from '#adapters/data-folder/usual-data-folder.ts';
import { ProblemError } from '#domain/problem.ts';
import { namedDataFolder, settleDataFolder } from './data-folder.ts';
import { app } from './electron.fake.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-data-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test.each<[string[], string | undefined, string | null]>([
  [['hookdesk'], undefined, null],
  [['hookdesk', '--data', '/a'], undefined, '/a'],
  [['hookdesk', '--data=/a'], undefined, '/a'],
  [['electron', '.', '--no-sandbox', '--data', '/a'], undefined, '/a'],
  [['hookdesk', '--data', '/a'], '/b', '/a'],
  [['hookdesk'], '/b', '/b'],
  [['hookdesk'], '', null],
  [['hookdesk', '--data'], '/b', '/b'],
  [['hookdesk', '--data', 'relative'], undefined, resolve('relative')],
])('%j with HOOKDESK_DATA=%s is %s', (argv, variable, expected) => {
  expect(namedDataFolder(argv, { HOOKDESK_DATA: variable })).toBe(expected);
});

test('says what to do if a portable copy cannot write beside itself', () => {
  const stick = join(folder, 'stick');
  writeFileSync(stick, 'no folder');
  const beside = portableFolder({ PORTABLE_EXECUTABLE_DIR: stick }) ?? '';
  expect(() => {
    settleDataFolder(app, beside);
  }).toThrow(ProblemError);
});

test('creates the folder for its owner only, and sets it in Electron', () => {
  const named = join(folder, 'a/b');
  settleDataFolder(app, named);
  expect(app.getPath('userData')).toBe(named);
  expect(app.getPath('sessionData')).toBe(join(named, 'chromium'));
  expect(app.getPath('crashDumps')).toBe(join(named, 'crashes'));
  expect(existsSync(join(named, 'crashes'))).toBe(true);
  expect(existsSync(join(named, 'chromium'))).toBe(true);
  if (process.platform !== 'win32') expect(statSync(named).mode & 0o777).toBe(0o700);
});
