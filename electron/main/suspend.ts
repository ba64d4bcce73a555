import { watchScreenLock } from '#adapters/suspend/screen-lock.ts';
import type { SuspendEvents } from '#core/vault-ports.ts';

export interface PowerMonitor {
  on(event: 'suspend' | 'lock-screen', listener: () => void): unknown;
}

export interface Platform {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Call after Electron is ready. It has no `lock-screen` on Linux; `watchScreenLock` hears it from D-Bus there. */
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
