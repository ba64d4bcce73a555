import type { ConnectionView } from '#contract/connections.ts';
import { blankConnection } from '#domain/installation/connection.ts';

/** A connection of variant B with a saved auth token and the given changes. */
export const aConnection = (changes: Partial<ConnectionView> = {}): ConnectionView => ({
  ...blankConnection,
  id: changes.name ?? 'acme',
  name: 'acme',
  baseUrl: 'https://acme.example.com',
  practice: false,
  has: { authToken: true, password: false, proxyPassword: false, clientKey: false },
  ...changes,
});
