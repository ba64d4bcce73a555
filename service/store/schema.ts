/** Marks a database file as one of this service ("HkSv"). */
export const applicationId = 0x486b5376;

/** Version of the tables below, kept in `user_version`. */
export const schemaVersion = 1;

/**
 * A webhook is kept as the document that a read returns, so that a list of thousands is put together
 * by SQLite without taking every webhook apart. AUTOINCREMENT and the counter make sure that an id
 * is never given twice, also after the webhook or header that had it is gone.
 */
export const createTables = `
  CREATE TABLE service (variant TEXT NOT NULL) STRICT;
  CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    definition TEXT NOT NULL CHECK (json_valid(definition))
  ) STRICT;
  CREATE TABLE last_header_id (id INTEGER NOT NULL) STRICT;
  INSERT INTO last_header_id VALUES (0);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;
