import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gracefulShutdown } from './graceful-shutdown.ts';

function ending(close: () => Promise<void>, limit = 5_000) {
  const exited = Promise.withResolvers<number>();
  const codes: number[] = [];
  const lines: string[] = [];
  const exit = (code: number): void => {
    codes.push(code);
    exited.resolve(code);
  };
  const end = gracefulShutdown({ close, exit, log: (line) => lines.push(line), limit });
  return { end, exited: exited.promise, codes, lines };
}

test('the process ends once, after everything is closed', async () => {
  const closing = Promise.withResolvers<null>();
  let closes = 0;
  const { end, exited, codes, lines } = ending(() => {
    closes += 1;
    return closing.promise.then(() => undefined);
  });
  end();
  end();
  expect(codes).toEqual([]);
  closing.resolve(null);
  await exited;
  end();
  expect({ closes, codes, lines }).toEqual({ closes: 1, codes: [0], lines: [] });
});

test.each<[string, () => Promise<void>, string]>([
  ['fails', () => Promise.reject(new Error('secret')), 'shutdown: failed'],
  ['never ends', () => new Promise(() => undefined), 'shutdown: took too long'],
])('closing that %s does not block the process', async (_how, close, line) => {
  const { end, exited, codes, lines } = ending(close, 10);
  end();
  await exited;
  expect({ codes, lines }).toEqual({ codes: [1], lines: [line] });
});

let folder = '';
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-ending-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const program = join(import.meta.dirname, 'testing/ending-program.ts');

/** Runs the program, and sends it one of the signals after each matching line. */
async function run(how: string, sendAfter: Record<string, NodeJS.Signals>) {
  const started = spawn(process.execPath, [program, folder, how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    started.once('close', (code, signal) => {
      resolve(code ?? signal);
    });
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: started.stdout })) {
    lines.push(line);
    const signal = sendAfter[line];
    if (signal !== undefined) started.kill(signal);
  }
  return { lines, ended: await ended };
}

const posix = process.platform !== 'win32';

test.runIf(posix).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a program gracefully, although the settings library sends it again',
  async (signal) => {
    expect(await run('', { ready: signal })).toEqual({
      lines: ['ready', 'closing', 'closed'],
      ended: 0,
    });
  },
);

test.runIf(posix)('a second signal ends it at once', async () => {
  expect(await run('stuck', { ready: 'SIGTERM', closing: 'SIGINT' })).toEqual({
    lines: ['ready', 'closing'],
    ended: 130,
  });
});
