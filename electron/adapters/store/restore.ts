import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { createDatabase, flush, migrate, openForWriting, removeDatabase } from './database.ts';
import { columns, inTransaction, putRows, wholeRow } from './draft-rows.ts';
import { inspect } from './inspect.ts';
import { companions, type StorePlaces } from './places.ts';
import { salvage, type Salvaged } from './salvage.ts';

/**
 * Puts a sound file in the place of one that is damaged or gone: the last good copy of it, with what can
 * still be read of the file itself. The damaged one is kept under a dated name. Whenever this stops, it
 * is done again at the next start.
 *
 * @returns what came back, in sentences
 */
export function restore(places: StorePlaces, migrations: readonly string[]): string {
  const isGone = !existsSync(places.file);
  if (isGone && inspect(places.restored, migrations.length).kind === 'sound') {
    take(places);
    return 'The file of drafts was damaged. What could be brought back of it is in its place now.';
  }
  const saved = salvage(places.file);
  const backup = places.backups.find((path) => isUsable(path, migrations.length)) ?? null;
  if (backup === null) createDatabase(places.beside, migrations);
  else copyForUse(backup, places.beside);
  const fromFile = together(places.beside, saved, migrations);
  removeDatabase(places.restored);
  renameSync(places.beside, places.restored);
  const aside = isGone ? null : setAside(places, 'damaged');
  take(places);
  const beginning =
    aside === null
      ? 'The file of drafts is gone from the data folder.'
      : `The file of drafts was damaged, and was kept as ${basename(aside)}.`;
  return `${beginning} ${whatCameBack(backup, fromFile)}`;
}

/** Keeps the file and its copies under dated names, so that the next one begins empty. */
export function setAllAside(places: StorePlaces): void {
  const aside = setAside(places, 'set-aside');
  for (const [index, path] of places.backups.entries()) {
    if (existsSync(path)) renameSync(path, `${aside}.backup-${index + 1}`);
  }
}

/** Keeps the file with its log under a dated name, which it returns. */
function setAside(places: StorePlaces, why: 'damaged' | 'set-aside'): string {
  const aside = places.aside(why);
  // The log goes first: without it the file is older, with that of another file it would be wrong.
  for (const each of companions) {
    if (existsSync(places.file + each)) renameSync(places.file + each, aside + each);
  }
  renameSync(places.file, aside);
  return aside;
}

/** Gives what was restored the name of the file. A log that is left of another would be wrong with it. */
function take({ file, restored }: StorePlaces): void {
  for (const each of companions) {
    rmSync(file + each, { force: true });
    rmSync(restored + each, { force: true });
  }
  renameSync(restored, file);
  flush(file);
}

const isUsable = (path: string, newest: number): boolean => inspect(path, newest).kind === 'sound';

function copyForUse(from: string, to: string): void {
  removeDatabase(to);
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/** Adds what is newer in the damaged file; how many drafts that were. */
function together(path: string, saved: Salvaged, migrations: readonly string[]): number {
  const database = openForWriting(path);
  try {
    migrate(database, migrations);
    const held = new Map(
      database
        .prepare(`SELECT ${columns} FROM drafts`)
        .all()
        .map(wholeRow)
        .filter((row) => row !== null)
        .map((row) => [row.id, row]),
    );
    const newer = saved.rows.filter((row) => (held.get(row.id)?.edited_at ?? -1) < row.edited_at);
    const wanted = new Set(saved.rows.map((row) => row.id));
    const deleted = saved.isComplete ? [...held.keys()].filter((id) => !wanted.has(id)) : [];
    inTransaction(database, () => {
      putRows(database, newer);
      const remove = database.prepare('DELETE FROM drafts WHERE id = ?');
      for (const id of deleted) remove.run(id);
    });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return newer.length;
  } finally {
    database.close();
    flush(path);
  }
}

function whatCameBack(backup: string | null, fromFile: number): string {
  const drafts = (count: number): string => `${count} ${count === 1 ? 'draft' : 'drafts'}`;
  if (backup === null) {
    return fromFile === 0
      ? 'There was no copy of it, and no draft in it could be read: the list of drafts begins anew.'
      : `There was no copy of it; ${drafts(fromFile)} could still be read and ${fromFile === 1 ? 'is' : 'are'} back.`;
  }
  const date = statSync(backup).mtime.toISOString().replace('T', ' ').slice(0, 16);
  const copy = `Its copy of ${date} UTC is in its place now`;
  return fromFile === 0
    ? `${copy}. What was edited since may have to be entered again.`
    : `${copy}, and ${drafts(fromFile)} that ${fromFile === 1 ? 'is' : 'are'} newer could still be read. Look whether something is missing.`;
}
