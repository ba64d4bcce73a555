import type { Connection } from '#domain/installation/connection.ts';

/** Names of the secrets that version 0.1 may have kept in the keychain: it had no index of them. */
export const olderNames = (connections: readonly Connection[]): string[] =>
  connections
    .filter(({ practice, authentication }) => !practice && authentication.kind === 'auth-token')
    .map(({ id }) => `connection/${id}/auth-token`);
