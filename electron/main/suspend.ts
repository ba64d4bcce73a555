import type { OnSuspend } from '#core/vault-ports.ts';

/** What is needed of Electron's `powerMonitor`. */
export interface PowerMonitor {
  on(event: 'suspend' | 'lock-screen', listener: () => void): unknown;
}

/** Tells when the computer is put to sleep or its screen locked. To be used once Electron is ready. */
export const suspendOf =
  (monitor: PowerMonitor): OnSuspend =>
  (listener) => {
    monitor.on('suspend', listener);
    monitor.on('lock-screen', listener);
  };
