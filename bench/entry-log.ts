import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A log of requests without Hookdesk. */
export interface EntryLog {
  /** The entry is on disk on return. */
  add(entry: string): void;
  close(): void;
}

/** One row and one commit for each entry, with the settings of Hookdesk's own file. */
export function openEntryLog(): EntryLog {
  const directory = mkdtempSync(join(tmpdir(), 'entry-log-'));
  const database = new DatabaseSync(join(directory, 'log.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE log (entry TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO log VALUES (?)');
  return {
    add: (entry) => {
      insert.run(entry);
    },
    close: () => {
      database.close();
      rmSync(directory, { recursive: true });
    },
  };
}
