import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ScreenLock {
  isWatched(): boolean;
  close(): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Ends `dbus-monitor` when the input closes or the parent is gone; `Ctrl C` would only reach the shell. */
const script = 'trap : INT TERM HUP; dbus-monitor "$@" & exec >&-; read -r _; kill $! 2>/dev/null';

const signal = "type='signal',member='ActiveChanged'";

/** GNOME, KDE, Cinnamon, MATE and Xfce each use their own ScreenSaver interface. */
const activeChanged = /^signal .*; interface=[\w.]+\.ScreenSaver; member=ActiveChanged$/;

/** For Linux: Electron reports a locked screen on macOS and Windows only. Optional: needs `dbus-monitor`. */
export function watchScreenLock(listener: () => void, environment: Environment): ScreenLock {
  const address = busAddress(environment);
  if (address === null) return { isWatched: () => false, close: () => undefined };

  const child = spawn('sh', ['-c', script, 'sh', '--address', address, signal], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...environment },
  });
  let watched = false;
  let isActiveChanged = false;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    watched = true;
    if (isActiveChanged && line.trim() === 'boolean true') listener();
    isActiveChanged = activeChanged.test(line);
  });
  lines.on('close', () => {
    watched = false;
    child.stdin.end();
  });
  const forget = (): void => {
    watched = false;
  };
  child.on('error', forget);
  // The shell may end before its input is closed.
  child.stdin.on('error', forget);
  return {
    isWatched: () => watched,
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
