import type { ConnectionView } from '#contract/connections.ts';
import { blankConnection } from '#domain/installation/connection.ts';

/** A saved connection of variant B that keeps an auth token, with what a test says of it. */
export const aConnection = (changes: Partial<ConnectionView> = {}): ConnectionView => ({
  ...blankConnection,
  id: changes.name ?? 'acme',
  name: 'acme',
  baseUrl: 'https://acme.example.com',
  practice: false,
  has: { authToken: true, password: false, proxyPassword: false, clientKey: false },
  ...changes,
});
