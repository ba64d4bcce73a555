/** The journal's indices cover every searched column, because reading `content` is slow. */
export const toVersion2 = `
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
`;
