/**
 * Drafts. In the clear are the id, the connection's id and the time alone; all of the draft is in
 * `content`, sealed with the data key. `checksum` tells a whole row from a damaged one without the key.
 */
export const toVersion1 = `
  CREATE TABLE drafts (
    id TEXT PRIMARY KEY NOT NULL,
    connection_id TEXT,
    edited_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
`;
