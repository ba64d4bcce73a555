/** Never change a migration: files of every version exist. `testing/` has an old file of each. */
export const migrations: readonly string[] = [
  /** The data key seals `content`; `checksum` detects damaged rows without the key. */
  `
  CREATE TABLE drafts (
    id TEXT PRIMARY KEY NOT NULL,
    connection_id TEXT,
    edited_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
`,
  /** The journal's indices cover every searched column, because reading `content` is slow. */
  `
  CREATE TABLE snapshots (
    id TEXT PRIMARY KEY NOT NULL,
    written_at INTEGER NOT NULL,
    read_at INTEGER NOT NULL,
    generation TEXT NOT NULL,
    parts INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
  CREATE TABLE plans (
    id TEXT PRIMARY KEY NOT NULL,
    written_at INTEGER NOT NULL,
    generation TEXT NOT NULL,
    parts INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
  CREATE TABLE parts (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    generation TEXT NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
  CREATE INDEX parts_of_owner ON parts (owner, generation);
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
    checksum BLOB NOT NULL
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
`,
  /** Rows of version 2 have no revision; their checksums stay valid. */
  `
  ALTER TABLE journal ADD COLUMN revision INTEGER;
`,
  /** Older rows have neither column. `draft_revision` keeps revisions unique across restarts. */
  `
  ALTER TABLE journal ADD COLUMN draft_id TEXT;
  ALTER TABLE journal ADD COLUMN draft_revision INTEGER;
  CREATE INDEX journal_of_draft ON journal (draft_id, sequence) WHERE draft_id IS NOT NULL;
  CREATE INDEX journal_draft_revision ON journal (draft_revision)
    WHERE draft_revision IS NOT NULL;
`,
  // A list has one row per item. Older rows hold chunks of about 100 kB, have a generation and no
  // number, and go when their list is written again; `row_numbers` is `null` in their heads.
  `
  ALTER TABLE parts RENAME TO list_rows;
  ALTER TABLE list_rows ADD COLUMN number INTEGER;
  DROP INDEX parts_of_owner;
  CREATE INDEX list_rows_of_owner ON list_rows (owner, number);
  ALTER TABLE snapshots ADD COLUMN row_numbers TEXT;
  ALTER TABLE plans ADD COLUMN row_numbers TEXT;
  CREATE TABLE segments (
    id TEXT PRIMARY KEY NOT NULL,
    written_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
`,
];
