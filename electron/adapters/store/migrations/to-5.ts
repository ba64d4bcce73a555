/**
 * A list has one row per item. Older rows hold chunks of about 100 kB, have a generation and no number, and
 * go when their list is written again. `row_numbers` is `null` in the heads of such lists.
 */
export const toVersion5 = `
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
`;
