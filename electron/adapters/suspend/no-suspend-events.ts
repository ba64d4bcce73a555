import type { SuspendEvents } from '#core/vault-ports.ts';

export const noSuspendEvents: SuspendEvents = {
  on: () => undefined,
  reported: () => 'nothing',
};
