import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { OpenSettingsFile, SettingsFile } from './settings-file.ts';

/** What is kept in a file, and how it is read and written. */
export interface KeptFileOptions<Content> {
  /** Absolute path of the data folder; made where it is not there. */
  readonly directory: string;
  /** Name of the file, without `.json`. */
  readonly name: string;
  /** The file in a sentence, such as `The settings file`. */
  readonly title: string;
  /** `openConfFile`, or `openElectronStoreFile` inside Electron. */
  readonly store: OpenSettingsFile;
  /** What there is before anything was kept. */
  readonly empty: Content;
  /** Takes what has the right shape; `sound` says whether that was all of it. */
  readonly read: (value: unknown) => { content: Content; sound: boolean };
  readonly write: (content: Content) => Record<string, unknown>;
  /** What was taken over from a damaged file, as a sentence. */
  readonly takenOver: (content: Content) => string;
}

/** A file that is read once and kept in memory. */
export interface KeptFile<Content> {
  /** What a person should know of the file that was found; `null` where all was well. */
  readonly notice: string | null;
  readonly content: () => Content;
  /** On disk when the call returns. Throws ProblemError `storage-failed`, and then keeps what it held. */
  readonly save: (next: Content) => void;
}

/**
 * Opens a JSON file in the data folder, readable by its owner alone. A file that is damaged or of
 * another shape is set aside under a dated name, what can be read of it is taken over, and `notice`
 * says so.
 *
 * @throws ProblemError `storage-failed` where the folder or the file cannot be used at all
 */
export function openKeptFile<Content>(options: KeptFileOptions<Content>): KeptFile<Content> {
  const { directory, name, title, store } = options;
  const path = join(directory, `${name}.json`);
  const { file, found } = orStorageFailed(title, path, () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const before = readExisting(path, options);
    return { file: store({ directory, name, mode: 0o600 }), found: before };
  });
  let held = found.content;
  const save = (next: Content): void => {
    orStorageFailed(title, path, () => {
      write(file, directory, options.write(next));
    });
    held = next;
  };
  // What was taken over from a damaged file is on disk again before anything else happens.
  if (found.notice !== null) save(held);
  return { notice: found.notice, content: () => held, save };
}

function readExisting<Content>(
  path: string,
  { title, empty, read, takenOver }: KeptFileOptions<Content>,
): { content: Content; notice: string | null } {
  const text = readIfThere(path);
  if (text === null) return { content: empty, notice: null };
  const { content, sound } = read(parsed(text));
  if (sound) return { content, notice: null };
  const aside = asideName(path);
  renameSync(path, aside);
  return {
    content,
    notice: `${title} could not be read as it should be. It was kept as ${basename(aside)}, and ${takenOver(content)}`,
  };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const asideName = (path: string): string =>
  path.replace(/\.json$/, `.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}.json`);

function write(file: SettingsFile, directory: string, next: Record<string, unknown>): void {
  file.store = next;
  // The rename that puts the new file in place is on disk only when the folder is. Windows has no
  // such call, and needs none.
  if (process.platform === 'win32') return;
  const folder = openSync(directory, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function orStorageFailed<Result>(title: string, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'none';
    throw new ProblemError(
      plainProblem(
        'storage-failed',
        `${title} in the data folder cannot be used.`,
        'Check that the data folder can be written to and that the disk is not full.',
        { File: path, 'System code': code },
      ),
      { cause: error },
    );
  }
}
