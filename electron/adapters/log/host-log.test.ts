import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import { HostLog, maxLogSize } from './host-log.ts';

let folder = '';
let printed: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-log-'));
  printed = [];
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const open = (): HostLog =>
  new HostLog(folder, (line) => {
    printed.push(line);
  });
const inFile = (): string[] => readFileSync(open().path, 'utf8').trimEnd().split('\n');

test('writes a line with its time to the file and to the terminal', () => {
  const log = open();
  log.appendAndPrint('window: process gone, 100 %s');
  log.append('for the file alone');
  expect(inFile()).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z window: process gone, 100 %s$/),
    expect.stringMatching(/Z for the file alone$/),
  ]);
  expect(printed).toEqual(['hookdesk: window: process gone, 100 %s']);
});

test.runIf(process.platform !== 'win32')('creates the log for its owner only', () => {
  open().appendAndPrint('started');
  expect(statSync(open().path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
});

test('masks secrets in use, in their usual forms, in the file and in the terminal', () => {
  const log = open();
  const secrets = new SecretsInUse();
  log.maskWith(secrets);
  secrets.add(['canary-6f1e/ä']);
  log.appendAndPrint(`a token canary-6f1e/ä, ${encodeURIComponent('canary-6f1e/ä')}`);
  expect(inFile()[0]).toMatch(/a token •+, •+$/);
  expect(printed.join()).not.toContain('6f1e');
});

test('moves a full log to one old file, so that both stay small', () => {
  const log = open();
  const line = 'x'.repeat(100_000);
  for (let count = 0; count < 40; count += 1) log.append(line);
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['hookdesk.log', 'hookdesk.old.log']);
  for (const name of readdirSync(join(folder, 'logs'))) {
    const { size, mode } = statSync(join(folder, 'logs', name));
    expect(size).toBeLessThan(maxLogSize + 2 * line.length);
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  }
});

test('continues the file of the previous start', () => {
  open().append('first');
  open().append('second');
  expect(inFile()).toHaveLength(2);
});

test.runIf(process.platform === 'linux')('ignores a full disk', () => {
  const log = open();
  log.append('first');
  rmSync(log.path);
  symlinkSync('/dev/full', log.path);
  for (let count = 0; count < 100; count += 1) log.appendAndPrint('lost');
  expect(printed).toHaveLength(100);
});

test.runIf(process.platform !== 'win32').each([
  ['the log', 'logs/hookdesk.log', 'victim'],
  ['the folder of the log', 'logs', '.'],
])('follows no link in place of %s', (_, place, target) => {
  const victim = join(folder, 'elsewhere');
  mkdirSync(victim);
  mkdirSync(join(folder, 'data/logs'), { recursive: true });
  rmSync(join(folder, 'data', place), { recursive: true, force: true });
  symlinkSync(join(victim, target), join(folder, 'data', place));
  new HostLog(join(folder, 'data'), (line) => printed.push(line)).appendAndPrint('line');
  expect(printed).toEqual(['hookdesk: line']);
  expect(readdirSync(victim)).toEqual([]);
});

test.runIf(process.platform !== 'win32')('waits for no pipe in place of the log', () => {
  mkdirSync(join(folder, 'logs'));
  execFileSync('mkfifo', [open().path]);
  open().appendAndPrint('line');
  expect(printed).toEqual(['hookdesk: line']);
});

test('ignores a folder that cannot be created', () => {
  writeFileSync(join(folder, 'logs'), '');
  open().appendAndPrint('lost');
  expect(printed).toEqual(['hookdesk: lost']);
});

test('ignores a deleted folder', () => {
  const log = open();
  log.appendAndPrint('first');
  rmSync(join(folder, 'logs'), { recursive: true });
  log.appendAndPrint('second');
  expect(printed).toHaveLength(2);
});
