import { watchScreenLock } from '#adapters/suspend/screen-lock.ts';
import type { SuspendEvents } from '#core/vault-ports.ts';

/** What is needed of Electron's `powerMonitor`. */
export interface PowerMonitor {
  on(event: 'suspend' | 'lock-screen', listener: () => void): unknown;
}

/** What is needed of Node's `process`. */
export interface Platform {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Reports sleep and locked screens. To be used once Electron is ready. Electron has `lock-screen` on
 * macOS and Windows; on Linux the session's D-Bus reports it, where a program can follow it.
 */
export function suspendEvents(
  monitor: PowerMonitor,
  { platform, env }: Platform,
): SuspendEvents & { close(): void } {
  const listeners: (() => void)[] = [];
  const report = (): void => {
    for (const listener of listeners) listener();
  };
  const on = (listener: () => void): void => {
    listeners.push(listener);
  };
  monitor.on('suspend', report);
  if (platform !== 'linux') {
    monitor.on('lock-screen', report);
    return { on, reported: () => 'screen-and-sleep', close: () => undefined };
  }
  const screen = watchScreenLock(report, env);
  return {
    on,
    reported: () => (screen.isWatched() ? 'screen-and-sleep' : 'sleep'),
    close: () => {
      screen.close();
    },
  };
}
