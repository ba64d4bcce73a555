import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SettingsStore } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { OpenSettingsFile, SettingsFile } from './settings-file.ts';
import { emptySettings, readStored, type StoredSettings, toStore } from './stored-settings.ts';

export interface SettingsStoreOptions {
  /** Absolute path of the data folder; made where it is not there. */
  readonly directory: string;
  /** `openConfFile`, or `openElectronStoreFile` inside Electron. */
  readonly store: OpenSettingsFile;
}

/** The store, and what a person or a log should know about the file that it found. */
export interface OpenedSettingsStore extends SettingsStore {
  /** `null` where all was well. */
  readonly notice: string | null;
}

const name = 'settings';

/**
 * Opens `settings.json` in the data folder, readable by its owner alone. It is read once and kept
 * in memory. A file that is damaged or of another shape is set aside under a dated name, what can be
 * read of it is taken over, and `notice` says so.
 *
 * @throws ProblemError `storage-failed` where the folder or the file cannot be used at all
 */
export function createSettingsStore({
  directory,
  store,
}: SettingsStoreOptions): OpenedSettingsStore {
  const path = join(directory, `${name}.json`);
  const { file, found } = orStorageFailed(path, () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const before = readExisting(path);
    return { file: store({ directory, name, mode: 0o600 }), found: before };
  });
  let held = found.stored;
  const save = (next: StoredSettings): void => {
    orStorageFailed(path, () => {
      write(file, directory, next);
    });
    held = next;
  };
  // What was taken over from a damaged file is on disk again before anything else happens.
  if (found.notice !== null) save(held);

  return {
    notice: found.notice,
    connections: () => held.connections,
    saveConnections: (connections) => {
      save({ ...held, connections: structuredClone(connections) });
    },
    settings: () => held.settings,
    saveSettings: (settings) => {
      save({ ...held, settings: structuredClone(settings) });
    },
  };
}

function readExisting(path: string): { stored: StoredSettings; notice: string | null } {
  const text = readIfThere(path);
  if (text === null) return { stored: emptySettings, notice: null };
  const { stored, sound } = readStored(parsed(text));
  if (sound) return { stored, notice: null };
  const aside = asideName(path);
  renameSync(path, aside);
  return {
    stored,
    notice: `The settings file could not be read as it should be. It was kept as ${basename(aside)}, and the installations that could be read were taken over: ${stored.connections.length}.`,
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

function write(file: SettingsFile, directory: string, next: StoredSettings): void {
  file.store = toStore(next);
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

function orStorageFailed<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'none';
    throw new ProblemError(
      plainProblem(
        'storage-failed',
        'The settings file in the data folder cannot be used.',
        'Check that the data folder can be written to and that the disk is not full.',
        { File: path, 'System code': code },
      ),
      { cause: error },
    );
  }
}
