/** The data key seals `content`; `checksum` detects damaged rows without the key. */
export const toVersion1 = `
  CREATE TABLE drafts (
    id TEXT PRIMARY KEY NOT NULL,
    connection_id TEXT,
    edited_at INTEGER NOT NULL,
    content BLOB NOT NULL,
    checksum BLOB NOT NULL
  ) STRICT;
`;
