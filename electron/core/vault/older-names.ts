import type { Connection } from '#domain/installation/connection.ts';

/** Version 0.1 had no index of the secrets in its keychain. */
export const olderNames = (connections: readonly Connection[]): string[] =>
  connections
    .filter(({ practice, authentication }) => !practice && authentication.kind === 'auth-token')
    .map(({ id }) => `connection/${id}/auth-token`);
