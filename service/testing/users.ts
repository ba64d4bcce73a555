import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashPassword } from '../users/password-hash.ts';
import { setUser } from '../users/users-file.ts';

/** Hashes a password at minimal cost; only for tests. */
export const quickHash = (password: string): Promise<string> =>
  hashPassword(password, { ln: 1, r: 1, p: 1 });

/** Creates a temporary folder and, if there are users, a users file in it. */
export async function usersFile(
  passwords: Readonly<Record<string, string>>,
): Promise<{ file: string; remove: () => void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'webhook-users-'));
  const file = path.join(folder, 'users.json');
  for (const [name, password] of Object.entries(passwords)) {
    setUser(file, name, await quickHash(password));
  }
  return {
    file,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
