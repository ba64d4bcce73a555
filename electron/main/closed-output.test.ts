import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-output-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

test.skipIf(process.platform === 'win32')(
  'the desktop survives closed stdout and stderr, and exits on SIGTERM',
  async () => {
    const { dirname } = import.meta;
    const program = join(dirname, 'testing/closed-output-program.ts');
    const started = spawn(
      process.execPath,
      ['--import', join(dirname, 'testing/electron-faked.ts'), program],
      {
        // Without D-Bus there is no keychain.
        env: {
          ...process.env,
          HOOKDESK_DATA: folder,
          DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    child = started;
    const ended = once(started, 'exit');
    started.stdout?.destroy();
    started.stderr?.destroy();
    await once(started, 'message');
    for (const round of [1, 2, 3]) {
      started.send(round);
      expect(await once(started, 'message')).toEqual([{ boxes: [], windows: 1 }, undefined]);
    }
    started.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
