/** A table of the file: what of a row is in the clear, beside `content` and `checksum`. */
export interface Table {
  readonly name: 'drafts' | 'parts' | 'snapshots' | 'plans' | 'journal';
  /** The version of the file that brought it. */
  readonly since: number;
  /**
   * The id first. A checksum is over their values in this order: it stays as it is. Columns that later
   * versions bring are null in older rows and come last. A checksum leaves nulls at the end out.
   */
  readonly clear: readonly string[];
  /** Which of them says when the row was written, in milliseconds since 1970; `null` where it never changes. */
  readonly writtenAt: string | null;
  /** What a person calls one of it, and many; `null` for what nobody sees by itself. */
  readonly words: readonly [one: string, many: string] | null;
}

/** A table whose rows are heads of what is in `parts`. */
export interface ChunkedTable extends Table {
  readonly name: 'snapshots' | 'plans';
}

export const drafts: Table = {
  name: 'drafts',
  since: 1,
  clear: ['id', 'connection_id', 'edited_at'],
  writtenAt: 'edited_at',
  words: ['draft', 'drafts'],
};

export const parts: Table = {
  name: 'parts',
  since: 2,
  clear: ['id', 'owner', 'generation'],
  writtenAt: null,
  words: null,
};

export const snapshots: ChunkedTable = {
  name: 'snapshots',
  since: 2,
  clear: ['id', 'written_at', 'read_at', 'generation', 'parts'],
  writtenAt: 'written_at',
  words: ['list of an installation', 'lists of installations'],
};

export const plans: ChunkedTable = {
  name: 'plans',
  since: 2,
  clear: ['id', 'written_at', 'generation', 'parts'],
  writtenAt: 'written_at',
  words: ['plan', 'plans'],
};

export const journal: Table = {
  name: 'journal',
  since: 2,
  clear: [
    'id',
    'sequence',
    'written_at',
    'at',
    'connection_id',
    'webhook_id',
    'plan_id',
    'outcome',
    'revision',
    'draft_id',
    'draft_revision',
  ],
  writtenAt: 'written_at',
  words: ['journal entry', 'journal entries'],
};

/** All of them; parts come before the heads that need them. */
export const tables: readonly Table[] = [drafts, parts, snapshots, plans, journal];
export const chunkedTables: readonly ChunkedTable[] = [snapshots, plans];
