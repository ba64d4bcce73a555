import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { AlreadyRunning } from '#adapters/data-folder/instance-lock.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { app, dialog } from './electron.fake.ts';
import { explainStart, giveUpOnce } from './give-up.ts';

let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
});

test('shows only the first reason, once Electron is ready', async () => {
  app.reset();
  const exited = Promise.withResolvers<number>();
  const exit = (code: number): void => {
    exited.resolve(code);
  };
  const giveUp = giveUpOnce({
    app: { whenReady: () => app.whenReady(), exit },
    signals: new EventEmitter(),
    dialog,
  });
  giveUp('First', 'Text', 3);
  giveUp('Second', 'Text');
  expect(dialog.boxes).toEqual([]);
  expect(await exited.promise).toBe(3);
  giveUp('Third', 'Text');
  await app.whenReady();
  expect(dialog.boxes).toEqual(['First']);
});

test.skipIf(process.platform === 'win32')(
  'SIGTERM ends the process while the box is open',
  async () => {
    const program = join(import.meta.dirname, 'testing/blocking-box-program.ts');
    const started = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    const ended = once(started, 'exit');
    await once(started.stdout, 'data');
    started.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  },
);

describe('a failed start', () => {
  const log = '/data/logs/hookdesk.log';

  test('shows the message of a problem', () => {
    const problem = plainProblem('storage-failed', 'The disk is full.', 'Make room.');
    expect(explainStart(new ProblemError(problem), log)).toMatchObject({
      text: 'The disk is full.\n\nMake room.',
      exitCode: 1,
    });
  });

  test('names the holder of a data folder in use', () => {
    const holder = { host: 'web', address: 'http://127.0.0.1:4321/' } as const;
    const { title, text, line, exitCode } = explainStart(new AlreadyRunning('/data', holder), log);
    expect({ title, exitCode }).toEqual({ title: 'Hookdesk is already running', exitCode: 3 });
    expect(text).toContain(holder.address);
    expect(text).toContain('/data');
    expect(line).toBe(text);
  });

  test('shows an unexpected error without its message', () => {
    const told = explainStart(new TypeError('canary-6f1e'), log);
    expect(told.text).toContain(log);
    expect(told.exitCode).toBe(1);
    expect(told.line).toContain('TypeError');
    expect(JSON.stringify(told)).not.toContain('canary-6f1e');
  });
});
