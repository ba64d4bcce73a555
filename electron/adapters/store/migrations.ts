/** The version that the first migration creates. Hookdesk refuses files of older versions; `inspect.ts` finds newer ones. */
export const oldestVersion = 5;

/**
 * Each text makes a file of the next version; the first makes a new file. Never change one: files of
 * every version exist. `testing/` has a file of each.
 */
export const migrations: readonly string[] = [
  // The data key seals `content`; `checksum` detects damaged rows without the key. The journal's
  // indices cover every searched column, because reading `content` is slow.
  `
  CREATE TABLE drafts (
    id TEXT PRIMARY KEY NOT NULL,
    connection_id TEXT,
    edited_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
  CREATE TABLE snapshots (
    id TEXT PRIMARY KEY NOT NULL,
    written_at INTEGER NOT NULL,
    read_at INTEGER NOT NULL,
    generation TEXT NOT NULL,
    parts INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL,
    row_numbers TEXT
  ) STRICT;
  CREATE TABLE plans (
    id TEXT PRIMARY KEY NOT NULL,
    written_at INTEGER NOT NULL,
    generation TEXT NOT NULL,
    parts INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL,
    row_numbers TEXT
  ) STRICT;
  CREATE TABLE list_rows (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    generation TEXT NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL,
    number INTEGER
  ) STRICT;
  CREATE INDEX list_rows_of_owner ON list_rows (owner, number);
  CREATE TABLE segments (
    id TEXT PRIMARY KEY NOT NULL,
    written_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
  CREATE TABLE journal (
    id TEXT UNIQUE NOT NULL,
    sequence INTEGER PRIMARY KEY NOT NULL,
    written_at INTEGER NOT NULL,
    at INTEGER NOT NULL,
    connection_id TEXT NOT NULL,
    webhook_id INTEGER,
    plan_id TEXT,
    outcome TEXT NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL,
    revision INTEGER,
    draft_id TEXT,
    draft_revision INTEGER
  ) STRICT;
  CREATE INDEX journal_newest ON journal (
    sequence, at, connection_id, webhook_id, plan_id, outcome
  );
  CREATE INDEX journal_of_webhook ON journal (
    connection_id, webhook_id, sequence, at, plan_id, outcome
  );
  CREATE INDEX journal_of_plan ON journal (plan_id, sequence) WHERE plan_id IS NOT NULL;
  CREATE INDEX journal_open ON journal (sequence, at, connection_id, webhook_id, plan_id, outcome)
    WHERE outcome IN ('sent', 'unknown');
  CREATE INDEX journal_of_draft ON journal (draft_id, sequence) WHERE draft_id IS NOT NULL;
  CREATE INDEX journal_draft_revision ON journal (draft_revision)
    WHERE draft_revision IS NOT NULL;
`,
  // Rows of version 5 name the draft only: its id stands for the lineage.
  `
  ALTER TABLE journal ADD COLUMN lineage TEXT;
  ALTER TABLE journal ADD COLUMN undoes TEXT;
  DROP INDEX journal_of_draft;
  CREATE INDEX journal_of_lineage ON journal (coalesce(lineage, draft_id), sequence)
    WHERE draft_id IS NOT NULL;
  CREATE INDEX journal_of_undo ON journal (undoes, sequence) WHERE undoes IS NOT NULL;
`,
  `
  CREATE TABLE pauses (
    id TEXT PRIMARY KEY NOT NULL,
    written_at INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
`,
];

/** The version of a file after all migrations. */
export const newestVersion = (list: readonly string[]): number => oldestVersion + list.length - 1;
