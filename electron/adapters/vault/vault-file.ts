import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { VaultContent, VaultFile, VaultFileFinding } from '#core/vault-ports.ts';
import { withoutByteOrderMark } from '#domain/text/byte-order-mark.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { datedPath, flush, replaceFile } from '../data-folder/durable-file.ts';
import { fileProblem } from '../data-folder/folder-problem.ts';
import type { FolderLock } from '../data-folder/instance-lock.ts';
import { makeFolder } from '../data-folder/usual-data-folder.ts';
import { readOwnFile, readOwnFileIfThere } from '../data-folder/own-file.ts';
import { errorCode, hasErrorCode } from '../error-code.ts';

/** `vault.json` and its copy. Damaged files are renamed, never deleted; newer ones stay. */
export function vaultFile(directory: string, lock?: Pick<FolderLock, 'requireHeld'>): VaultFile {
  const path = join(directory, 'vault.json');
  const copy = join(directory, 'vault.previous.json');
  return {
    load: () => load(path, copy),
    isThere: () => existsSync(path),
    save: (content) =>
      orStorageFailed(path, async () => {
        lock?.requireHeld();
        makeFolder(directory);
        const text = writeStoredVault(content);
        const isFirst = !existsSync(path);
        // First: a failure then changes nothing, and no later damage restores a deleted secret.
        if (!isFirst) await replaceWithoutBlocking(copy, text);
        await replaceOrLeave(path, text);
        // The next start makes a copy that is missing.
        if (isFirst) await replaceWithoutBlocking(copy, text).catch(() => undefined);
      }),
    keepAside: () =>
      orStorageFailed(path, () => {
        lock?.requireHeld();
        const aside = datedPath(path, 'set-aside');
        copyFileSync(path, aside, constants.COPYFILE_EXCL);
        flush(aside);
        return Promise.resolve(basename(aside));
      }),
  };
}

/** Restores the old file after a failure, so that a reported failure has no effect at the next start. */
async function replaceOrLeave(path: string, text: string): Promise<void> {
  const before = existsSync(path) ? readText(path) : null;
  try {
    await replaceWithoutBlocking(path, text);
  } catch (error) {
    const after = existsSync(path) ? readText(path) : null;
    if (after !== before) await putBack(path, before);
    throw error;
  }
}

async function putBack(path: string, before: string | null): Promise<void> {
  if (before === null) rmSync(path);
  else await replaceWithoutBlocking(path, before);
}

function load(path: string, copyPath: string): VaultFileFinding {
  try {
    const stored = readIfThere(path);
    if (stored?.kind === 'newer') {
      return { kind: 'refused', reason: writtenByNewer(path, stored.version) };
    }
    const copy = readIfThere(copyPath);
    if (stored?.kind === 'sound') {
      if (copy?.kind !== 'newer') renewCopy(path, copyPath);
      return { kind: 'found', content: stored.content, notice: null };
    }
    if (stored === null && copy === null) return { kind: 'none', notice: null };
    if (copy?.kind === 'newer') {
      return { kind: 'refused', reason: writtenByNewer(copyPath, copy.version) };
    }
    const aside = stored === null ? null : setAside(path);
    const beginning =
      aside === null
        ? `The vault’s file is missing from the data folder.`
        : `The vault’s file was damaged and renamed to ${basename(aside)}.`;
    if (copy?.kind === 'sound') {
      replaceFile(path, readText(copyPath));
      const notice = `${beginning} Hookdesk restored its copy. Enter the most recent secret again if it is missing.`;
      return { kind: 'found', content: copy.content, notice };
    }
    if (copy !== null) setAside(copyPath);
    return {
      kind: 'none',
      notice: `${beginning} Secrets that were in it have to be entered again.`,
    };
  } catch (error) {
    return { kind: 'refused', reason: unreadable(path, errorCode(error)) };
  }
}

/** An older Hookdesk left the content before the last change. Without room, the next save renews the copy. */
function renewCopy(path: string, copy: string): void {
  const text = readText(path);
  if (existsSync(copy) && readText(copy) === text) return;
  try {
    replaceFile(copy, text);
  } catch (error) {
    if (!hasErrorCode(error)) throw error;
  }
}

const readText = (path: string): string => readOwnFile(path).toString();

function readIfThere(path: string): StoredVault | null {
  const bytes = readOwnFileIfThere(path);
  return bytes === null ? null : readStoredVault(bytes.toString());
}

function setAside(path: string): string {
  const aside = datedPath(path, 'damaged');
  renameSync(path, aside);
  return aside;
}

const writtenByNewer = (path: string, version: number): string =>
  `${basename(path)} in the data folder was written by a newer version of Hookdesk (version ${version} of the file), and was left as it is. Update Hookdesk.`;

const unreadable = (path: string, code: string): string =>
  `${basename(path)} in the data folder cannot be read (${code}), and was left as it is. See that it belongs to you and can be read.`;

async function orStorageFailed<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw fileProblem(error, path, 'The vault’s file in the data folder could not be written.');
  }
}

const format = 'hookdesk-vault';
const version = 1;

/** Bytes. A file that asks for more scrypt memory was tampered with. */
const maxScryptMemory = 2 ** 30;

const Cost = z
  .object({ N: z.int().min(2), r: z.int().min(1), p: z.int().min(1).max(16) })
  .refine(({ N, r }) => Number.isInteger(Math.log2(N)) && 128 * N * r <= maxScryptMemory);

const Names = z.array(z.string());

const Content = z.object({
  home: z.enum(['keychain', 'passphrase']),
  memoryAccepted: z.boolean(),
  autoLockMinutes: z.int().positive().nullable(),
  inKeychain: Names,
  toRemove: Names,
  sealed: z
    .object({
      lock: z.object({ cost: Cost, salt: z.base64(), wrapped: z.base64() }),
      secrets: z.array(z.object({ name: z.string(), sealed: z.base64() })),
    })
    .nullable(),
}) satisfies z.ZodType<VaultContent>;

const AnyVersion = z.object({ format: z.literal(format), version: z.int() });
const Stored = AnyVersion.extend({
  version: z.literal(version),
  /** SHA-256 of the content as JSON: tells damage from a wrong passphrase. */
  checksum: z.string(),
  content: z.looseObject({}),
});

type StoredVault =
  | { readonly kind: 'sound'; readonly content: VaultContent }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'newer'; readonly version: number };

export function readStoredVault(text: string): StoredVault {
  const value = parseJson(withoutByteOrderMark(text));
  const anyVersion = AnyVersion.safeParse(value);
  if (anyVersion.success && anyVersion.data.version > version) {
    return { kind: 'newer', version: anyVersion.data.version };
  }
  const stored = Stored.safeParse(value);
  if (!stored.success || checksumOf(stored.data.content) !== stored.data.checksum) {
    return { kind: 'damaged' };
  }
  const content = Content.safeParse(stored.data.content);
  if (!content.success) return { kind: 'damaged' };
  const { home, sealed } = content.data;
  // A passphrase vault without its lock cannot be opened.
  if (home === 'passphrase' && sealed === null) return { kind: 'damaged' };
  return { kind: 'sound', content: content.data };
}

function writeStoredVault(content: VaultContent): string {
  const stored = { format, version, checksum: checksumOf(content), content };
  return `${JSON.stringify(stored, null, 2)}\n`;
}

const checksumOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Writes beside the file, flushes, reads back and renames: an interruption leaves the old or the new file. */
export async function replaceWithoutBlocking(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  // A leftover may be a link, or have permissions that are too open.
  await rm(beside, { force: true });
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  if ((await readFile(beside, 'utf8')) !== text) {
    throw new Error('The disk gave back something else than was written.');
  }
  await rename(beside, path);
  await flushFolder(dirname(path));
}

/** A rename is on disk only when its folder is. Windows has no such call, and needs none. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
