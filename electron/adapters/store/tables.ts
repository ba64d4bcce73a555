export interface Table {
  readonly name: 'drafts' | 'parts' | 'snapshots' | 'plans' | 'journal';
  readonly since: number;
  /** Fixed order, the id first: the checksum covers it. Add columns at the end; trailing nulls do not count. */
  readonly clear: readonly string[];
  /** Column with the write time, in milliseconds since 1970; `null` for rows that never change. */
  readonly writtenAt: string | null;
  /** Singular and plural for messages; `null` for internal tables. */
  readonly words: readonly [one: string, many: string] | null;
}

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

/** Parts precede the heads that need them; salvage relies on this order. */
export const tables: readonly Table[] = [drafts, parts, snapshots, plans, journal];
export const chunkedTables: readonly ChunkedTable[] = [snapshots, plans];
