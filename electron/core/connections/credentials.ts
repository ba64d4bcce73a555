import type { Connection } from '#domain/installation/connection.ts';
import { plainError } from '#domain/problem.ts';
import type { ConnectionSecrets } from './connection-secrets.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export async function pastedToken(
  secrets: ConnectionSecrets,
  connection: Connection,
): Promise<string> {
  const authToken = await secrets.get(connection, 'authToken');
  if (authToken !== null) return authToken;
  throw plainError(
    'unauthorized',
    `No auth token is saved for ${connection.name}.`,
    'Enter an auth token in the installation settings.',
  );
}

export async function credentialsOf(
  secrets: ConnectionSecrets,
  connection: Connection,
): Promise<Credentials> {
  const { name, authentication } = connection;
  const password = await secrets.get(connection, 'password');
  if (authentication.kind === 'sign-in' && password !== null) {
    return { username: authentication.username, password };
  }
  throw plainError(
    'unauthorized',
    `No password is saved for ${name}.`,
    'Enter user name and password in the installation settings.',
  );
}
