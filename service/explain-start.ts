import { Refusal } from './http/problem.ts';
import { StorageRefused } from './store/storage.ts';
import { UsersFileRefused } from './users/users-file.ts';

const databaseAway = 'The database cannot be reached. Check that it runs, and its address.';

/** Returns why the data cannot be used; `null` if the user cannot correct it. */
export function explainStorage(error: unknown): string | null {
  if (error instanceof StorageRefused) return error.message;
  return error instanceof Refusal ? databaseAway : null;
}

/** Returns the reason for a failed start; `null` if the user cannot correct it. */
export function explainStart(
  error: unknown,
  { host, port }: { host: string; port: number },
): string | null {
  const stored = explainStorage(error);
  if (stored !== null) return stored;
  if (error instanceof UsersFileRefused) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return null;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Select another port with --port.`;
    case 'EACCES':
      return `Port ${port} on ${host} is not permitted for this account. Select a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine. Select another address with --host.`;
    default:
      return null;
  }
}
