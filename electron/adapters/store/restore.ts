import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { flush } from '../data-folder/durable-file.ts';
import { createDatabase, migrate, openForWriting, removeDatabase } from './database.ts';
import { inspect, type OtherVersion } from './inspect.ts';
import { companions, type StorePaths } from './store-paths.ts';
import { openDamaged, type Salvaged, salvageInto } from './salvage.ts';

/** Existing copies, best first. A replacement for a damaged file counts only when that file is gone. */
export function copiesOf({ file, backups, restored }: StorePaths): string[] {
  const copies = existsSync(file) ? backups : [restored, ...backups];
  return copies.filter((path) => existsSync(path));
}

interface FoundCopy {
  readonly path: string;
  /** Not `null` for a copy that must not be restored. */
  readonly other: OtherVersion | null;
}

/** The first undamaged copy. */
export function findCopy(copies: readonly string[], newest: number): FoundCopy | null {
  for (const path of copies) {
    const found = inspect(path, newest, 'thorough');
    if (found.kind === 'older' || found.kind === 'newer') return { path, other: found };
    if (found.kind === 'sound') return { path, other: null };
  }
  return null;
}

/**
 * Combines `copy`, the last good one, with readable newer rows of the file, or of its open database, which it
 * closes. After an interruption, the next start repeats it.
 */
export function restore(
  places: StorePaths,
  migrations: readonly string[],
  copy: string | null,
  open: DatabaseSync | null = null,
): string {
  if (copy === places.restored) {
    takeRestored(places);
    return 'The drafts and History file was damaged. Hookdesk restored the readable data.';
  }
  const isGone = !existsSync(places.file);
  if (copy === null) createDatabase(places.beside, migrations);
  else copyForUse(copy, places.beside);
  const damaged = open ?? openDamaged(places.file);
  const fromFile = together(places.beside, damaged, migrations);
  damaged?.close();
  removeDatabase(places.restored);
  renameSync(places.beside, places.restored);
  const aside = isGone ? null : setAside(places, 'damaged');
  takeRestored(places);
  const beginning =
    aside === null
      ? 'The drafts and History file is missing from the data folder.'
      : `The drafts and History file was damaged and renamed to ${basename(aside)}.`;
  return `${beginning} ${whatCameBack(copy, fromFile)}`;
}

export function setAllAside(places: StorePaths): void {
  const aside = setAside(places, 'set-aside');
  for (const [index, path] of places.backups.entries()) {
    if (existsSync(path)) renameSync(path, `${aside}.backup-${index + 1}`);
  }
}

export function setAside(places: StorePaths, why: 'damaged' | 'set-aside'): string {
  const aside = places.aside(why);
  // Move the log first: a file without its log is merely older; with another file's log it is corrupt.
  for (const each of companions) {
    if (existsSync(places.file + each)) renameSync(places.file + each, aside + each);
  }
  renameSync(places.file, aside);
  return aside;
}

/** A log left by another file would corrupt the restored one. */
export function takeRestored({ file, restored }: StorePaths): void {
  for (const each of companions) {
    rmSync(file + each, { force: true });
    rmSync(restored + each, { force: true });
  }
  renameSync(restored, file);
  flush(file);
}

function copyForUse(from: string, to: string): void {
  removeDatabase(to);
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

function together(
  path: string,
  damaged: DatabaseSync | null,
  migrations: readonly string[],
): Salvaged {
  const database = openForWriting(path);
  try {
    migrate(database, migrations);
    const saved = damaged === null ? [] : salvageInto(database, damaged);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return saved;
  } finally {
    database.close();
    flush(path);
  }
}

function whatCameBack(backup: string | null, fromFile: Salvaged): string {
  const count = fromFile.reduce((sum, each) => sum + each.count, 0);
  const what = inWords(fromFile);
  const verb = count === 1 ? 'is' : 'are';
  if (backup === null) {
    return count === 0
      ? 'There was no backup and no readable data, so drafts and History are empty.'
      : `There was no backup; ${what} ${verb} restored.`;
  }
  const date = statSync(backup).mtime.toISOString().replace('T', ' ').slice(0, 16);
  const copy = `Hookdesk restored the backup of ${date} UTC`;
  return count === 0
    ? `${copy}. Enter later edits again.`
    : `${copy} and ${what} that ${verb} newer. Check whether data is missing.`;
}

function inWords(saved: Salvaged): string {
  const parts = saved
    .filter(({ count }) => count > 0)
    .map(({ count, words: [one, many] }) => `${count} ${count === 1 ? one : many}`);
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');
}
