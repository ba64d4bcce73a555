import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { isPasswordHash } from './password-hash.ts';

/** The users file cannot be used. The message is for the person who named it. */
export class UsersFileRefused extends Error {
  override readonly name = 'UsersFileRefused';
}

/** User name: 1 to 200 characters without control characters. */
export const UserName = z.string().regex(/^\P{Cc}{1,200}$/u);

/** `password` holds the hash. */
const UsersFile = z.strictObject({
  users: z.array(z.strictObject({ name: UserName, password: z.string().refine(isPasswordHash) })),
});

/** Password hashes by user name. */
export type Users = ReadonlyMap<string, string>;

/** @throws UsersFileRefused if the file is missing, unreadable, or not a users file. */
export function readUsers(file: string): Users {
  const users = readIfPresent(file);
  if (users !== null) return users;
  throw new UsersFileRefused(`There is no ${file}. Make it with add-user --users ${file} NAME.`);
}

/**
 * Stores the password hash of a user; creates a missing file. Replaces the file atomically. Only
 * its owner can read the file.
 * @returns whether the user is new.
 * @throws UsersFileRefused if the file is unreadable, not a users file, or not writable.
 */
export function setUser(file: string, name: string, passwordHash: string): boolean {
  const users = new Map(readIfPresent(file) ?? []);
  const isNew = !users.has(name);
  users.set(name, passwordHash);
  const entries = [...users].map(([user, hash]) => ({ name: user, password: hash }));
  try {
    replaceFile(file, `${JSON.stringify({ users: entries }, null, 2)}\n`);
  } catch (error) {
    throw new UsersFileRefused(`${file} cannot be written${reason(error)}.`, { cause: error });
  }
  return isNew;
}

function readIfPresent(file: string): Users | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new UsersFileRefused(`${file} cannot be read${reason(error)}.`, { cause: error });
  }
  const parsed = UsersFile.safeParse(jsonOrNull(text));
  if (!parsed.success) {
    throw new UsersFileRefused(
      `${file} is no users file. Name another file, or create it with add-user.`,
    );
  }
  return new Map(parsed.data.users.map(({ name, password }) => [name, password]));
}

function jsonOrNull(text: string): unknown {
  try {
    // An editor may have added a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // The parser's message would quote the file.
    return null;
  }
}

function replaceFile(file: string, text: string): void {
  const newFile = `${file}.${randomUUID()}.new`;
  const descriptor = openSync(newFile, 'wx', 0o600);
  try {
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(newFile, file);
  } catch (error) {
    rmSync(newFile, { force: true });
    throw error;
  }
  // Also flushes the folder, which stores the new name. Windows cannot open folders.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error ? String(error.code) : null;
const reason = (error: unknown): string => {
  const code = codeOf(error);
  return code === null ? '' : ` (${code})`;
};
