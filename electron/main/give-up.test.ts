import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { app, dialog } from './electron.fake.ts';
import { giveUpOnce } from './give-up.ts';

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
