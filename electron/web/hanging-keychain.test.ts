// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { aDraft } from '#test-support/draft-fixture.ts';
import { clientOf } from '#test-support/window-fixture.ts';

const devOrigin = 'http://127.0.0.1:5999';
const program = join(import.meta.dirname, 'testing/hanging-keychain-program.ts');
/** Milliseconds. The help promises 5 s; the rest is for a busy machine. */
const limit = 6_000;

let folder = '';
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-hanging-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Starts the program, and opens a window. */
async function start(when: string) {
  const started = spawn(process.execPath, [program, folder, devOrigin, when], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  const ended = once(started, 'close');
  const [line] = z.tuple([z.string()]).parse(await once(createInterface(started.stdout), 'line'));
  const [url = '', withKey = ''] = line.split(' ');
  const key = new URL(withKey).hash.slice('#key='.length);
  return { started, ended, window: await clientOf(url, key, devOrigin) };
}

const posix = process.platform !== 'win32';

it.runIf(posix).each([
  { when: 'at-start', code: 0 },
  // A draft that waits for its key is not saved.
  { when: 'later', code: 1 },
])(
  'a host whose keychain is silent ($when) ends on SIGTERM in time, with an exit code',
  async ({ when, code }) => {
    const { started, ended, window } = await start(when);
    window.drafts.save({ draft: aDraft(), basedOn: null }).catch(() => undefined);
    await expect
      .poll(async () => (await window.vault.state()).status, { timeout: 10_000 })
      .toBe('waiting');
    const asked = performance.now();
    started.kill('SIGTERM');
    await ended;
    expect(performance.now() - asked).toBeLessThan(limit);
    expect({ code: started.exitCode, signal: started.signalCode }).toEqual({ code, signal: null });
  },
  30_000,
);
