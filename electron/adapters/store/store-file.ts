import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../data-folder/make-folder.ts';
import { flush } from '../data-folder/durable-file.ts';
import { copyTo, createDatabase, migrate, openForWriting, versionOf } from './database.ts';
import { inspect } from './inspect.ts';
import { companions, type StorePaths } from './store-paths.ts';
import { restore } from './restore.ts';

export type OpenedFile =
  | {
      readonly kind: 'open';
      readonly database: DatabaseSync;
      readonly notice: string | null;
      readonly isChecked: boolean;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** @throws the error of SQLite or the system, with the file unchanged */
export function openStoreFile(
  places: StorePaths,
  migrations: readonly string[],
  shortUpTo: number,
): OpenedFile {
  const { file, backups, restored } = places;
  makeFolder(dirname(file));
  const newest = migrations.length;
  const isChecked = lengthOf(file) <= shortUpTo;
  const found = inspect(file, newest, isChecked ? 'thorough' : 'quick');
  if (found.kind === 'newer') {
    return { kind: 'refused', reason: ofNewer(places, file, found.version, newest) };
  }
  if (found.kind === 'sound') {
    return { kind: 'open', database: openSound(places, migrations), notice: null, isChecked };
  }
  if (found.kind === 'absent' && ![...backups, restored].some((path) => existsSync(path))) {
    create(places, migrations);
    return { kind: 'open', database: openForWriting(file), notice: null, isChecked: true };
  }
  const newerCopy = backups.find((path) => inspect(path, newest, 'quick').kind === 'newer');
  if (newerCopy !== undefined) {
    return { kind: 'refused', reason: ofNewer(places, newerCopy, newest + 1, newest) };
  }
  const notice = restore(places, migrations);
  return { kind: 'open', database: openForWriting(file), notice, isChecked: true };
}

const lengthOf = (file: string): number =>
  ['', '-wal']
    .map((each) => statSync(file + each, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);

/** The file gets its name only when complete, so that an empty file is never ours. */
function create({ file, beside }: StorePaths, migrations: readonly string[]): void {
  // A log without its file must not be applied to the new one.
  for (const each of companions) rmSync(file + each, { force: true });
  createDatabase(beside, migrations);
  renameSync(beside, file);
  flush(file);
}

function openSound(places: StorePaths, migrations: readonly string[]): DatabaseSync {
  const database = openForWriting(places.file);
  try {
    if (versionOf(database) < migrations.length) {
      copyTo(database, places.beforeVersion(versionOf(database) + 1), places.beside);
      migrate(database, migrations);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function ofNewer(places: StorePaths, path: string, version: number, newest: number): string {
  const before = places.beforeVersion(newest + 1);
  return [
    `${basename(path)} in the data folder was written by a newer version of Hookdesk (file version ${version}).`,
    'Update Hookdesk to see its drafts and History; until then both are in memory only.',
    ...(existsSync(before) ? [`The copy from before the update is ${basename(before)}.`] : []),
  ].join(' ');
}
