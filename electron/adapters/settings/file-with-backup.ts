import { constants, copyFileSync, existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { plainError, ProblemError } from '#domain/problem.ts';
import { hasErrorCode } from '../error-code.ts';
import { datedPath, flushFolder, replaceFile } from '../data-folder/durable-file.ts';
import type { FolderLock } from '../data-folder/instance-lock.ts';
import { fileProblem } from '../data-folder/folder-problem.ts';
import { makeFolder } from '../data-folder/usual-data-folder.ts';
import {
  compareParts,
  listNames,
  type Readable,
  type ReadFile,
  readIfThere,
  withChecksum,
} from './read-checked-file.ts';

/** Assigning to `store` writes the file atomically and flushes it. */
export type OpenSettingsFile = (options: {
  readonly directory: string;
  readonly name: string;
  readonly mode: number;
}) => { store: Record<string, unknown> };

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
  readonly read: (value: unknown) => ReadFile<Content>;
  readonly write: (content: Content) => Record<string, unknown>;
  /** The end of a sentence about content that is used without a valid copy. */
  readonly describeRestored: (content: Content) => string;
}

/** A JSON file with a copy of the same content. Damage of one of them loses nothing. */
export interface FileWithBackup<Content> {
  /** Message about the file's condition; `null` when sound. */
  readonly notice: string | null;
  /** 0 for a file without a version; `null` when there was no file. */
  readonly foundVersion: number | null;
  readonly content: () => Content;
  /** On disk on return. @throws ProblemError('storage-failed'), and keeps the old content */
  readonly save: (next: Content) => void;
}

/** Opens the file, or restores its copy. @throws ProblemError('storage-failed') when folder or file is unusable */
export function openFileWithBackup<Content>(
  options: FileWithBackupOptions<Content>,
): FileWithBackup<Content> {
  // The copy has the content of the file, so that nothing deleted comes back with it.
  const { directory, name, title, store, version, empty, write } = options;
  const places = placesOf(directory, name);
  const { path, copy } = places;
  const encode = (content: Content) => withChecksum({ version, ...write(content) });
  const saveCopy = (content: Content): void => {
    replaceFile(copy, JSON.stringify(encode(content), null, 2));
  };
  const loaded = orStorageFailed(title, path, () => {
    makeFolder(directory);
    return loadContent(places, options, saveCopy);
  });
  if (loaded.kind === 'refused') {
    const { reason } = loaded;
    const refuse = (): never => {
      const advice = 'Update Hookdesk, then start it again.';
      throw plainError('storage-failed', reason, advice);
    };
    return { notice: reason, foundVersion: null, content: () => empty, save: refuse };
  }
  let current = loaded.content;
  const save = (next: Content): void => {
    orStorageFailed(title, path, () => {
      options.lock?.requireHeld();
      const isFirst = !existsSync(path);
      // First: a failure then changes nothing, and no later damage restores what was deleted.
      if (!isFirst) saveCopy(next);
      store({ directory, name, mode: 0o600 }).store = encode(next);
      flushFolder(directory);
      if (isFirst) {
        ifPossible(() => {
          saveCopy(next);
        });
      }
    });
    current = next;
  };
  if (!loaded.isOnDisk) {
    ifPossible(() => {
      save(current);
    });
  }
  return { notice: loaded.notice, foundVersion: loaded.version, content: () => current, save };
}

/** On a full disk the content stays in memory; each later `save` reports the error. */
function ifPossible(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ProblemError) && !hasErrorCode(error)) throw error;
  }
}

type Loaded<Content> =
  | {
      readonly kind: 'content';
      readonly content: Content;
      readonly version: number | null;
      /** Whether file and copy both have the content with its checksum. */
      readonly isOnDisk: boolean;
      readonly notice: string | null;
    }
  | { readonly kind: 'refused'; readonly reason: string };

interface Places {
  readonly path: string;
  readonly copy: string;
  /** The copy of an older file, which this version of the format replaces. */
  readonly before: (version: number) => string;
}

const placesOf = (directory: string, name: string): Places => ({
  path: join(directory, `${name}.json`),
  copy: join(directory, `${name}.previous.json`),
  before: (version) => join(directory, `${name}.before-version-${version}.json`),
});

function loadContent<Content>(
  places: Places,
  options: FileWithBackupOptions<Content>,
  saveCopy: (content: Content) => void,
): Loaded<Content> {
  const { path, before } = places;
  const { empty, version: newest } = options;
  const file = readIfThere(path, options);
  if (file?.kind === 'newer') return refusedFor(path, file.version, before(newest + 1));
  const copy = readIfThere(places.copy, options);
  if (file?.kind === 'sound') {
    if (file.version < newest) keepOnce(path, before(newest));
    const { content, version, checksum } = file;
    // A copy of a newer Hookdesk stays until the next change.
    const isCopied =
      copy?.kind === 'newer' || (copy?.kind === 'sound' && copy.checksum === checksum);
    const isOnDisk = checksum !== null && isCopied;
    return { kind: 'content', content, version, isOnDisk, notice: null };
  }
  if (copy?.kind === 'newer') return refusedFor(places.copy, copy.version, before(newest + 1));
  if (file?.kind === 'unverified') return changedOutside(places, options, file, copy);
  const isCopyBetter = copy !== null && (copy.kind !== 'damaged' || file?.isJson !== true);
  const best = isCopyBetter ? copy : file;
  if (best === null) {
    return { kind: 'content', content: empty, version: null, isOnDisk: false, notice: null };
  }
  const { content, version } = best;
  if (copy?.kind === 'damaged') setAside(places.copy, 'damaged');
  // Before the file is renamed: after an interruption the next start finds the content in the copy.
  ifPossible(() => {
    saveCopy(content);
  });
  const aside = file === null ? null : setAside(path, 'damaged');
  const notice = noticeOf(options, { file, copy, content, aside });
  return { kind: 'content', content, version, isOnDisk: false, notice };
}

/** Uses the file, because a person may have edited it, and names what differs from the copy. */
function changedOutside<Content>(
  places: Places,
  { title, empty, write }: FileWithBackupOptions<Content>,
  { content, version }: Readable<Content>,
  copy: Readable<Content> | null,
): Loaded<Content> {
  const previous = copy === null || copy.kind === 'damaged' ? null : copy.content;
  const changes = compareParts(write(previous ?? empty), write(content));
  const kinds = (['changed', 'reordered', 'added', 'removed'] as const).flatMap((kind) => {
    const names = changes.filter((change) => change.kind === kind).map(({ name }) => name);
    return names.length === 0 ? [] : [`${kind}: ${listNames(names)}`];
  });
  const beginning = `${title} has no valid checksum: it was changed outside Hookdesk, or damaged.`;
  const compared = kinds.length === 0 ? 'nothing differs' : kinds.join('; ');
  const end =
    previous === null
      ? `It has no valid copy. Compared with the defaults – ${compared}. Check these parts.`
      : `Compared with its copy – ${compared}.${kinds.length === 0 ? '' : howToUndo(places)}`;
  return { kind: 'content', content, version, isOnDisk: false, notice: `${beginning} ${end}` };
}

/** Sets the copy aside, and says how to use it again. */
const howToUndo = ({ path, copy }: Places): string =>
  ` Hookdesk uses the changed file. If you did not change it, quit Hookdesk and rename ${setAside(copy, 'set-aside')} to ${basename(path)}.`;

function noticeOf<Content>(
  { title, describeRestored }: FileWithBackupOptions<Content>,
  { file, copy, content, aside }: Restored<Content>,
): string {
  const unread = listNames(file?.unread ?? []);
  return [
    aside === null
      ? `${title} is missing from the data folder.`
      : `${title} was damaged and renamed to ${aside}.`,
    unread === '' ? '' : `Not readable: ${unread}.`,
    copy === null || copy.kind === 'damaged'
      ? `There was no valid copy; ${describeRestored(content)}`
      : 'Hookdesk restored its copy. Check whether your last change is missing.',
    copy?.kind === 'unverified' ? 'The copy has no valid checksum: check what it contains.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

interface Restored<Content> {
  readonly file: Readable<Content> | null;
  readonly copy: Readable<Content> | null;
  readonly content: Content;
  readonly aside: string | null;
}

function refusedFor(path: string, version: number, before: string): Loaded<never> {
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

function setAside(path: string, why: 'damaged' | 'set-aside'): string {
  const aside = datedPath(path, why);
  renameSync(path, aside);
  return basename(aside);
}

function orStorageFailed<Result>(title: string, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw fileProblem(error, path, `${title} in the data folder cannot be used.`);
  }
}
