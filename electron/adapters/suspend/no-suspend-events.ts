import type { SuspendEvents } from '#core/vault-ports.ts';

/** For a host that the system does not tell of sleep or of a locked screen. */
export const noSuspendEvents: SuspendEvents = {
  on: () => undefined,
  reported: () => 'nothing',
};
