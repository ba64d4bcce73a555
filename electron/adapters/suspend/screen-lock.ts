import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Reports when the screen of a Linux desktop is locked. */
export interface ScreenLock {
  /** Whether the session's bus is followed now. */
  isWatched(): boolean;
  close(): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs `dbus-monitor` until it ends, or until its parent closes the shell's input or is gone. `Ctrl C` reaches
 * the shell as well, but not the monitor in its background.
 */
const script = 'trap : INT TERM HUP; dbus-monitor "$@" & exec >&-; read -r _; kill $! 2>/dev/null';

const signal = "type='signal',member='ActiveChanged'";

/** GNOME, KDE, Cinnamon, MATE and Xfce each have a ScreenSaver interface of their own name. */
const activeChanged = /^signal .*; interface=[\w.]+\.ScreenSaver; member=ActiveChanged$/;

/**
 * Follows the ScreenSaver signals of the session's D-Bus, since Electron reports a locked screen on macOS
 * and Windows only. Without a bus or without `dbus-monitor` nothing is reported.
 */
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
  // The shell may be gone before its input is closed.
  child.stdin.on('error', forget);
  return {
    isWatched: () => watched,
    close: () => {
      child.stdin.end();
    },
  };
}

/** Where the session's bus is. Without an address `dbus-monitor` might start a bus of its own. */
function busAddress({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: Environment): string | null {
  if (DBUS_SESSION_BUS_ADDRESS !== undefined && DBUS_SESSION_BUS_ADDRESS !== '') {
    return DBUS_SESSION_BUS_ADDRESS;
  }
  if (XDG_RUNTIME_DIR === undefined || XDG_RUNTIME_DIR === '') return null;
  const socket = join(XDG_RUNTIME_DIR, 'bus');
  return existsSync(socket) ? `unix:path=${socket}` : null;
}
