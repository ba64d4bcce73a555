import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ScreenLockWatch, watchScreenLock } from './screen-lock.ts';

const run = promisify(execFile);
const programs = 'command -v dbus-run-session && command -v dbus-monitor && command -v gdbus';
const hasBus = spawnSync('sh', ['-c', programs]).status === 0;

describe.skipIf(!hasBus)('on a session bus', () => {
  let session: ChildProcess;
  let environment: Record<string, string | undefined>;
  let locked: number;
  let watching: ScreenLockWatch;
  beforeEach(async () => {
    const script = 'echo "$DBUS_SESSION_BUS_ADDRESS"; read -r _';
    const started = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    session = started;
    const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
    const { value: address } = await lines.next();
    environment = { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: address };
    locked = 0;
    watching = watchScreenLock(() => (locked += 1), environment);
    await vi.waitFor(() => {
      expect(watching.isWatched()).toBe(true);
    }, 5_000);
  });
  afterEach(async () => {
    watching.close();
    if (session.exitCode !== null) return;
    const ended = once(session, 'exit');
    session.stdin?.end();
    await ended;
  });

  const emit = async (desktop: string, member: string, value: string): Promise<void> => {
    const name = `org.${desktop}.ScreenSaver`;
    const path = `/${name.replaceAll('.', '/')}`;
    await run('gdbus', ['emit', '--session', '-o', path, '-s', `${name}.${member}`, value], {
      env: environment,
    });
  };

  it.each(['gnome', 'freedesktop', 'cinnamon', 'mate', 'xfce'])(
    'reports that %s locks the screen',
    async (desktop) => {
      await vi.waitFor(async () => {
        await emit(desktop, 'ActiveChanged', 'true');
        expect(locked).toBeGreaterThan(0);
      }, 5_000);
    },
  );

  it('reports neither an unlocked screen nor other signals', async () => {
    await emit('gnome', 'ActiveChanged', 'false');
    await emit('gnome', 'WakeUpScreen', 'true');
    await emit('gnome', 'IdleHintChanged', 'true');
    expect(locked).toBe(0);
    // The bus keeps the order, so the last signal proves that the others have arrived. A busy machine delivers it late.
    let sent = 0;
    await vi.waitFor(async () => {
      sent += 1;
      await emit('gnome', 'ActiveChanged', 'true');
      expect(locked).toBeGreaterThan(0);
    }, 5_000);
    expect(locked).toBeLessThanOrEqual(sent);
  });

  it('stops watching once the bus is gone', async () => {
    const ended = once(session, 'exit');
    session.stdin?.end();
    await ended;
    await vi.waitFor(() => {
      expect(watching.isWatched()).toBe(false);
    }, 5_000);
  });

  it.each<[string, (shell: number) => void]>([
    [
      'it is closed',
      () => {
        watching.close();
      },
    ],
    [
      'its terminal is interrupted',
      (shell) => {
        process.kill(shell, 'SIGINT');
      },
    ],
  ])('leaves no process behind when %s', async (_, end) => {
    const processes = async (): Promise<string[]> => {
      const { stdout } = await run('ps', ['-ww', '-eo', 'pid,args']);
      const monitor = `--address ${environment.DBUS_SESSION_BUS_ADDRESS ?? ''}`;
      return stdout.split('\n').filter((line) => line.includes(monitor));
    };
    const shell = (await processes()).find((line) => line.includes('sh -c'));
    end(Number.parseInt(shell ?? '', 10));
    await vi.waitFor(async () => {
      expect(await processes()).toEqual([]);
    }, 5_000);
  });
});

it('watches nothing without a session bus', () => {
  const watching = watchScreenLock(() => undefined, { PATH: process.env.PATH });
  expect(watching.isWatched()).toBe(false);
  watching.close();
});
