import { isUtf8 } from 'node:buffer';
import { constants, copyFileSync, existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { plainError, ProblemError } from '#domain/problem.ts';
import { withoutByteOrderMark } from '#domain/text/byte-order-mark.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { isSystemError, systemCode } from '../system-code.ts';
import { datedPath, flushFolder, replaceFile } from '../data-folder/durable-file.ts';
import type { FolderLock } from '../data-folder/instance-lock.ts';
import { fileProblem } from '../data-folder/folder-problem.ts';
import { readOwnFile } from '../data-folder/own-file.ts';
import { makeFolder } from '../data-folder/make-folder.ts';
import type { OpenSettingsFile } from './settings-file.ts';

export interface FileOptions {
  readonly directory: string;
  readonly lock?: Pick<FolderLock, 'requireHeld'>;
  readonly store: OpenSettingsFile;
}

interface FileWithBackupOptions<Content> extends FileOptions {
  readonly name: string;
  readonly title: string;
  /** Older files have none; a newer file is never changed. */
  readonly version: number;
  readonly empty: Content;
  /** `sound`: whether the whole value was valid. */
  readonly read: (value: unknown) => { content: Content; sound: boolean };
  readonly write: (content: Content) => Record<string, unknown>;
  readonly takenOver: (content: Content) => string;
}

export interface FileWithBackup<Content> {
  /** Message about the file's condition; `null` when sound. */
  readonly notice: string | null;
  /** 0 for a file without a version; `null` when there was no file. */
  readonly foundVersion: number | null;
  readonly content: () => Content;
  /** On disk on return. @throws ProblemError('storage-failed'), and keeps the old content */
  readonly save: (next: Content) => void;
}

/** @throws ProblemError('storage-failed') when the folder or the file is unusable */
export function openFileWithBackup<Content>(
  options: FileWithBackupOptions<Content>,
): FileWithBackup<Content> {
  // The copy from before the last change replaces a damaged file, which is kept under a dated name.
  const { directory, name, title, store, version, empty } = options;
  const path = join(directory, `${name}.json`);
  const previous = join(directory, `${name}.previous.json`);
  const before = (of: number): string => join(directory, `${name}.before-version-${of}.json`);
  const stored = (content: Content) => ({ version, ...options.write(content) });
  const found = orStorageFailed(title, path, () => {
    makeFolder(directory);
    return findContent({ path, previous, before, stored }, options);
  });
  if (found.kind === 'refused') {
    const { reason } = found;
    const refuse = (): never => {
      const advice = 'Update Hookdesk, then start it again.';
      throw plainError('storage-failed', reason, advice);
    };
    return { notice: reason, foundVersion: null, content: () => empty, save: refuse };
  }
  let held = found.content;
  let isOnDisk = found.isOnDisk;
  const save = (next: Content): void => {
    orStorageFailed(title, path, () => {
      options.lock?.requireHeld();
      if (isOnDisk) replaceFile(previous, textOf(stored(held)));
      store({ directory, name, mode: 0o600 }).store = stored(next);
      isOnDisk = true;
      flushFolder(directory);
    });
    held = next;
  };
  if (!isOnDisk) {
    ifPossible(() => {
      save(held);
    });
  }
  return { notice: found.notice, foundVersion: found.version, content: () => held, save };
}

/** On a full disk the content stays in memory; each later `save` reports the error. */
function ifPossible(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ProblemError) && !isSystemError(error)) throw error;
  }
}

type Found<Content> =
  | {
      readonly kind: 'content';
      readonly content: Content;
      readonly version: number | null;
      readonly isOnDisk: boolean;
      readonly notice: string | null;
    }
  | { readonly kind: 'refused'; readonly reason: string };

interface Places<Content> {
  readonly path: string;
  readonly previous: string;
  /** The copy of an older file, which this version of the format replaces. */
  readonly before: (version: number) => string;
  readonly stored: (content: Content) => Record<string, unknown>;
}

function findContent<Content>(
  { path, previous, before, stored }: Places<Content>,
  options: FileWithBackupOptions<Content>,
): Found<Content> {
  const { title, empty, version: newest } = options;
  const older = before(newest + 1);
  const file = readIfThere(path, options);
  if (file?.kind === 'newer') return refusedFor(path, file.version, older);
  if (file?.kind === 'sound') {
    if (file.version < newest) keepOnce(path, before(newest));
    return { ...file, kind: 'content', isOnDisk: true, notice: null };
  }
  const copy = readIfThere(previous, options);
  if (copy?.kind === 'newer') return refusedFor(previous, copy.version, older);
  const best = copy?.kind === 'sound' ? copy : (file ?? copy);
  if (best === null) {
    return { kind: 'content', content: empty, version: null, isOnDisk: false, notice: null };
  }
  const { content, version } = best;
  if (copy?.kind !== 'sound') {
    if (copy !== null) setAside(previous);
    // First: after an interruption the next start finds the content in the copy.
    ifPossible(() => {
      replaceFile(previous, textOf(stored(content)));
    });
  }
  const beginning =
    file === null
      ? `${title} is missing from the data folder.`
      : `${title} was damaged and renamed to ${setAside(path)}.`;
  const end =
    copy?.kind === 'sound'
      ? 'Hookdesk restored the copy before the last change. Check whether that change is missing.'
      : `There was no valid copy; ${options.takenOver(content)}`;
  return { kind: 'content', content, version, isOnDisk: false, notice: `${beginning} ${end}` };
}

type Reading<Content> =
  | { readonly kind: 'sound' | 'damaged'; readonly content: Content; readonly version: number }
  | { readonly kind: 'newer'; readonly version: number };

const Versioned = z.looseObject({ version: z.int().min(1).optional() });

function readIfThere<Content>(
  path: string,
  { version: newest, read }: FileWithBackupOptions<Content>,
): Reading<Content> | null {
  let bytes: Buffer;
  try {
    bytes = readOwnFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  const value = isUtf8(bytes)
    ? (parseJson(withoutByteOrderMark(bytes.toString('utf8'))) ?? null)
    : null;
  const versioned = Versioned.safeParse(value);
  if (!versioned.success) {
    const { content } = read(value);
    return { kind: 'damaged', content, version: 0 };
  }
  const { version = 0, ...rest } = versioned.data;
  if (version > newest) return { kind: 'newer', version };
  const { content, sound } = read(rest);
  return { kind: sound ? 'sound' : 'damaged', content, version };
}

function refusedFor(path: string, version: number, before: string): Found<never> {
  const reason = [
    `${basename(path)} in the data folder was written by a newer version of Hookdesk (file version ${version}).`,
    'Update Hookdesk; until then its content is hidden and changes cannot be saved.',
    ...(existsSync(before) ? [`The copy from before the update is ${basename(before)}.`] : []),
  ].join(' ');
  return { kind: 'refused', reason };
}

function keepOnce(path: string, copy: string): void {
  if (existsSync(copy)) return;
  ifPossible(() => {
    copyFileSync(path, copy, constants.COPYFILE_EXCL);
  });
}

function setAside(path: string): string {
  const aside = datedPath(path, 'damaged');
  renameSync(path, aside);
  return basename(aside);
}

const textOf = (content: Record<string, unknown>): string => JSON.stringify(content, null, 2);

function orStorageFailed<Result>(title: string, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw fileProblem(error, path, `${title} in the data folder cannot be used.`);
  }
}
