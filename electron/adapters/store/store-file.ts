import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../data-folder/make-folder.ts';
import { flush } from '../data-folder/durable-file.ts';
import { copyTo, createDatabase, migrate, openForWriting, versionOf } from './database.ts';
import { inspect, type OtherVersion } from './inspect.ts';
import { newestVersion } from './migrations.ts';
import { companions, type StorePaths } from './store-paths.ts';
import { copiesOf, findCopy, restore } from './restore.ts';

export type OpenedFile =
  | {
      readonly kind: 'open';
      readonly database: DatabaseSync;
      readonly notice: string | null;
      readonly isChecked: boolean;
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly advice: string };

/** @throws the error of SQLite or the system, with the file unchanged */
export function openStoreFile(
  places: StorePaths,
  migrations: readonly string[],
  shortUpTo: number,
): OpenedFile {
  const { file } = places;
  makeFolder(dirname(file));
  const newest = newestVersion(migrations);
  const isChecked = lengthOf(file) <= shortUpTo;
  const found = inspect(file, newest, isChecked ? 'thorough' : 'quick');
  if (found.kind === 'older' || found.kind === 'newer') {
    return refused(places, file, found, newest);
  }
  if (found.kind === 'sound') {
    return { kind: 'open', database: openSound(places, migrations), notice: null, isChecked };
  }
  const copies = copiesOf(places);
  if (found.kind === 'absent' && copies.length === 0) {
    create(places, migrations);
    return { kind: 'open', database: openForWriting(file), notice: null, isChecked: true };
  }
  const copy = findCopy(copies, newest);
  if (copy?.other) return refused(places, copy.path, copy.other, newest);
  const notice = restore(places, migrations, copy?.path ?? null);
  return { kind: 'open', database: openSound(places, migrations), notice, isChecked: true };
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
    if (versionOf(database) < newestVersion(migrations)) {
      copyTo(database, places.beforeVersion(versionOf(database) + 1), places.beside);
      migrate(database, migrations);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function refused(
  places: StorePaths,
  path: string,
  { kind, version }: OtherVersion,
  newest: number,
): OpenedFile {
  const by = `${basename(path)} in the data folder was written by`;
  const of = `version of Hookdesk (file version ${version}).`;
  if (kind === 'older') {
    return {
      kind: 'refused',
      reason: `${by} an older ${of} To keep its content, open the folder with that version and export drafts and webhooks as bundles. Then start Hookdesk with a new data folder and import them. Until then, drafts and History are in memory only.`,
      advice: 'Start Hookdesk with a new data folder.',
    };
  }
  const before = places.beforeVersion(newest + 1);
  const copy = existsSync(before) ? ` The copy from before the update is ${basename(before)}.` : '';
  return {
    kind: 'refused',
    reason: `${by} a newer ${of} Update Hookdesk to see its drafts and History; until then both are in memory only.${copy}`,
    advice: 'Update Hookdesk, then start it again.',
  };
}
