import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flush } from '../data-folder/durable-file.ts';
import {
  createDatabase,
  inTransaction,
  migrate,
  openForWriting,
  removeDatabase,
} from './database.ts';
import { inspect, type OtherVersion } from './inspect.ts';
import { hasAllRows, rowIds } from './list-rows.ts';
import { clearValue, eachRow, putRowsOver, type Row, tableIn } from './rows.ts';
import { companions, type StorePaths } from './store-paths.ts';
import { listTables, segments, type Table, tables } from './tables.ts';
import { counted } from '#domain/text/wording.ts';

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
    const inspected = inspect(path, newest, 'thorough');
    if (inspected.kind === 'older' || inspected.kind === 'newer') return { path, other: inspected };
    if (inspected.kind === 'sound') return { path, other: null };
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
  if (copy === null) createDatabase(places.unfinished, migrations);
  else copyForUse(copy, places.unfinished);
  const damaged = open ?? openDamaged(places.file);
  const fromFile = mergeInto(places.unfinished, damaged, migrations);
  damaged?.close();
  removeDatabase(places.restored);
  renameSync(places.unfinished, places.restored);
  const aside = isGone ? null : setAside(places, 'damaged');
  takeRestored(places);
  const beginning =
    aside === null
      ? 'The drafts and History file is missing from the data folder.'
      : `The drafts and History file was damaged and renamed to ${basename(aside)}.`;
  return `${beginning} ${restoredInWords(copy, fromFile)}`;
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
  for (const suffix of companions) {
    if (existsSync(places.file + suffix)) renameSync(places.file + suffix, aside + suffix);
  }
  renameSync(places.file, aside);
  return aside;
}

/** Puts the restored file in its place. A log left by another file would corrupt it. */
export function takeRestored({ file, restored }: StorePaths): void {
  for (const suffix of companions) {
    rmSync(file + suffix, { force: true });
    rmSync(restored + suffix, { force: true });
  }
  renameSync(restored, file);
  flush(file);
}

function copyForUse(from: string, to: string): void {
  removeDatabase(to);
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/** Adds the readable newer rows of the damaged database to the copy at `path`. */
function mergeInto(
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

function restoredInWords(backup: string | null, fromFile: Salvaged): string {
  const count = fromFile.reduce((sum, ofTable) => sum + ofTable.count, 0);
  const salvagedRows = inWords(fromFile);
  const verb = count === 1 ? 'is' : 'are';
  if (backup === null) {
    return count === 0
      ? 'There was no backup and no readable data, so drafts and History are empty.'
      : `There was no backup; ${salvagedRows} ${verb} restored.`;
  }
  const date = statSync(backup).mtime.toISOString().replace('T', ' ').slice(0, 16);
  const copy = `Hookdesk restored the backup of ${date} UTC`;
  return count === 0
    ? `${copy}. Enter later edits again.`
    : `${copy} and ${salvagedRows} that ${verb} newer. Check whether data is missing.`;
}

function inWords(saved: Salvaged): string {
  const parts = saved
    .filter(({ count }) => count > 0)
    .map(({ count, words: [one, many] }) => counted(count, one, many));
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');
}

/** How many rows of each table were copied, with the words for them. */
type Salvaged = readonly {
  readonly words: readonly [string, string];
  readonly count: number;
}[];

/** Several orders: one order may reach rows behind damage that another does not. */
const orders = ['rowid', 'rowid DESC', 'id', 'id DESC'];

/** Copies intact newer rows, and deletes rows that a completely readable table no longer has. */
function salvageInto(sound: DatabaseSync, damaged: DatabaseSync): Salvaged {
  const salvaged: { words: readonly [string, string]; count: number }[] = [];
  inTransaction(sound, () => {
    // Numbers in the damaged file may stand for other rows than in the copy.
    sound.exec(`DELETE FROM ${segments.name}`);
    for (const table of tables) {
      if (table === segments) continue;
      const count = salvageTable(sound, damaged, table);
      if (table.words !== null) salvaged.push({ words: table.words, count });
    }
    removeStrayRows(sound);
  });
  return salvaged;
}

function openDamaged(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null;
  try {
    // SQLite opens a truncated file only with a writable schema.
    const database = new DatabaseSync(path, { readOnly: true, defensive: false });
    try {
      database.exec('PRAGMA writable_schema = ON');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch {
    return null;
  }
}

function salvageTable(sound: DatabaseSync, damaged: DatabaseSync, table: Table): number {
  const readableIds = new Set<string>();
  const copiedIds = new Set<string>();
  const copyRow = (row: Row): void => {
    const [id] = row.clearValues;
    readableIds.add(id);
    if (copiedIds.has(id) || !isNewer(sound, table, row) || !hasItsRows(sound, table, row)) return;
    putRowsOver(sound, table, [row]);
    copiedIds.add(id);
  };
  const wereWhole = orders.map((order) => readAll(damaged, table, order, copyRow));
  if (table.name !== 'list_rows' && wereWhole.every((isWhole) => isWhole)) {
    const remove = sound.prepare(`DELETE FROM ${table.name} WHERE id = ?`);
    for (const { id } of sound.prepare(`SELECT id FROM ${table.name}`).all()) {
      if (!readableIds.has(String(id))) remove.run(String(id));
    }
  }
  return copiedIds.size;
}

/** Returns `false` when a row is damaged. */
function readAll(
  damaged: DatabaseSync,
  table: Table,
  order: string,
  onRow: (row: Row) => void,
): boolean {
  let isWhole = true;
  for (const row of readableRows(damaged, table, order)) {
    if (row === null) isWhole = false;
    else onRow(row);
  }
  return isWhole;
}

/** `null` for each damaged row, and at the end when damage hides the rest. */
function* readableRows(
  damaged: DatabaseSync,
  table: Table,
  order: string,
): Generator<Row | null, void, void> {
  try {
    const existing = tableIn(damaged, table);
    if (existing === null) yield null;
    else yield* eachRow(damaged, existing, `ORDER BY ${order}`);
  } catch {
    yield null;
  }
}

function isNewer(sound: DatabaseSync, table: Table, row: Row): boolean {
  const { name, writtenAt } = table;
  const copied = sound
    .prepare(`SELECT ${writtenAt ?? '1'} AS written FROM ${name} WHERE id = ?`)
    .get(row.clearValues[0]);
  if (copied === undefined) return true;
  return writtenAt !== null && Number(copied.written) < Number(clearValue(table, row, writtenAt));
}

/** Rows precede their heads in `tables`, so they are already copied. */
function hasItsRows(sound: DatabaseSync, table: Table, row: Row): boolean {
  const list = listTables.find(({ name }) => name === table.name);
  return list === undefined || hasAllRows(sound, list, row);
}

/** Removes rows of lists that no list has. */
function removeStrayRows(sound: DatabaseSync): void {
  sound.exec('CREATE TEMP TABLE owned (id TEXT PRIMARY KEY)');
  const addOwned = sound.prepare('INSERT INTO owned VALUES (?)');
  for (const table of listTables) {
    for (const row of eachRow(sound, table)) {
      if (row === null) continue;
      for (const id of rowIds(table, row)) addOwned.run(id);
    }
  }
  sound.exec('DELETE FROM list_rows WHERE id NOT IN (SELECT id FROM owned); DROP TABLE owned');
}
