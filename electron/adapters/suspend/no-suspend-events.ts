import type { SuspendEvents } from '#core/vault-ports.ts';

/** For a host that learns neither of sleep nor of the screen. */
export const noSuspendEvents: SuspendEvents = {
  on: () => undefined,
  reported: () => 'nothing',
};
