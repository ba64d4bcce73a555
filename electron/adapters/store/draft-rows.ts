import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** A draft in the file, as far as it can be read without the key. */
export const DraftRow = z.object({
  id: z.string(),
  connection_id: z.string().nullable(),
  /** Milliseconds since 1970. */
  edited_at: z.number(),
  content: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  checksum: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type DraftRow = z.infer<typeof DraftRow>;

export const columns = 'id, connection_id, edited_at, content, checksum';

/** Over what is in the clear and what is sealed, so it says nothing of what was sealed. */
export function checksumOf(row: Omit<DraftRow, 'checksum'>): Uint8Array {
  const clear = JSON.stringify([row.id, row.connection_id, row.edited_at]);
  return createHash('sha256')
    .update(clear)
    .update('\0')
    .update(row.content)
    .digest()
    .subarray(0, 16);
}

/** A row that is as it was written; `null` for anything else. */
export function wholeRow(value: unknown): DraftRow | null {
  const row = DraftRow.safeParse(value);
  if (!row.success) return null;
  return Buffer.from(checksumOf(row.data)).equals(row.data.checksum) ? row.data : null;
}

/** Puts rows in, in the place of those of the same ids. */
export function putRows(database: DatabaseSync, rows: readonly DraftRow[]): void {
  const put = database.prepare(`INSERT OR REPLACE INTO drafts (${columns}) VALUES (?, ?, ?, ?, ?)`);
  for (const row of rows) {
    put.run(row.id, row.connection_id, row.edited_at, row.content, row.checksum);
  }
}

/** Does work in a transaction of its own: all of it or nothing. */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // Some errors, such as a full disk, have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
