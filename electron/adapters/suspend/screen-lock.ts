import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ScreenLockWatch {
  isWatched(): boolean;
  close(): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs `dbus-monitor` until our end of the pipe closes, also because this process is gone: then `read` returns. The
 * shell ignores Ctrl C, which would end it and leave `dbus-monitor` running.
 */
const script = 'trap : INT TERM HUP; dbus-monitor "$@" & exec >&-; read -r _; kill $! 2>/dev/null';

/** What `dbus-monitor` listens to. */
const matchRule = "type='signal',member='ActiveChanged'";

/** GNOME, KDE, Cinnamon, MATE and Xfce each use their own ScreenSaver interface. */
const signalLine = /^signal .*; interface=[\w.]+\.ScreenSaver; member=ActiveChanged$/;

/** For Linux; `electron/main/suspend.ts` has what Electron reports. Optional: needs `dbus-monitor`. */
export function watchScreenLock(listener: () => void, environment: Environment): ScreenLockWatch {
  const address = busAddress(environment);
  if (address === null) return { isWatched: () => false, close: () => undefined };

  const child = spawn('sh', ['-c', script, 'sh', '--address', address, matchRule], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...environment },
  });
  let isWatched = false;
  let nextLineIsValue = false;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    // `dbus-monitor` prints when it is connected.
    isWatched = true;
    if (nextLineIsValue && line.trim() === 'boolean true') listener();
    nextLineIsValue = signalLine.test(line);
  });
  const markUnwatched = (): void => {
    isWatched = false;
  };
  lines.on('close', () => {
    markUnwatched();
    child.stdin.end();
  });
  child.on('error', markUnwatched);
  // The shell may end before its input is closed.
  child.stdin.on('error', markUnwatched);
  return {
    isWatched: () => isWatched,
    close: () => {
      child.stdin.end();
    },
  };
}

/** Without an address `dbus-monitor` might start its own bus. */
function busAddress({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: Environment): string | null {
  if (DBUS_SESSION_BUS_ADDRESS !== undefined && DBUS_SESSION_BUS_ADDRESS !== '') {
    return DBUS_SESSION_BUS_ADDRESS;
  }
  if (XDG_RUNTIME_DIR === undefined || XDG_RUNTIME_DIR === '') return null;
  const socket = join(XDG_RUNTIME_DIR, 'bus');
  return existsSync(socket) ? `unix:path=${socket}` : null;
}
