import type { Ports } from '#core/ports.ts';
import { defaultSettings } from '#contract/settings.ts';
import { blankConnection, type Connection } from '#domain/installation/connection.ts';
import type { ServiceAddress } from './real-service.ts';

/** Ports that know one connection, `bench`, to a running service, and keep nothing. */
export function savedConnection({
  variant,
  baseUrl,
  apiRoot,
  authToken,
}: ServiceAddress): Pick<Ports, 'secrets' | 'settings' | 'practice' | 'newId'> {
  const connection: Connection = {
    ...blankConnection,
    id: 'bench',
    name: 'Bench',
    baseUrl,
    apiRoot,
    variant,
    practice: false,
  };
  const nothing = (): Promise<never> => Promise.reject(new Error('The bench has no such thing.'));
  return {
    secrets: {
      has: () => true,
      get: () => Promise.resolve(authToken),
      set: nothing,
      clear: nothing,
    },
    settings: {
      connections: () => [connection],
      saveConnections: () => undefined,
      settings: () => defaultSettings,
      saveSettings: () => undefined,
    },
    practice: { start: nothing, stop: () => Promise.resolve() },
    newId: () => 'bench',
  };
}
