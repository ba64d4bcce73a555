/** A table: unencrypted columns, then the sealed content and a checksum. */
export interface Table {
  readonly name: 'drafts' | 'list_rows' | 'segments' | 'snapshots' | 'plans' | 'journal' | 'pauses';
  /** Fixed order, the id first: the checksum covers it. Add columns at the end; trailing nulls do not count. */
  readonly clearColumns: readonly string[];
  /** Column with the write time, in milliseconds since 1970; `null` for rows that never change. */
  readonly writtenAt: string | null;
  /** Singular and plural for messages; `null` for internal tables. */
  readonly words: readonly [one: string, many: string] | null;
}

/**
 * One row per list, the head; its items are in `listRows`. `generation` and `parts` are unused, but checksums cover
 * them.
 */
export interface ListTable extends Table {
  readonly name: 'snapshots' | 'plans';
}

export const drafts: Table = {
  name: 'drafts',
  clearColumns: ['id', 'connection_id', 'edited_at'],
  writtenAt: 'edited_at',
  words: ['draft', 'drafts'],
};

export const listRows: Table = {
  name: 'list_rows',
  clearColumns: ['id', 'owner', 'generation', 'number'],
  writtenAt: null,
  words: null,
};

/** Can be built from the rows of the snapshot, so it is not salvaged. */
export const segments: Table = {
  name: 'segments',
  clearColumns: ['id', 'written_at'],
  writtenAt: 'written_at',
  words: null,
};

export const snapshots: ListTable = {
  name: 'snapshots',
  clearColumns: ['id', 'written_at', 'read_at', 'generation', 'parts', 'row_numbers'],
  writtenAt: 'written_at',
  words: ['list of an installation', 'lists of installations'],
};

export const plans: ListTable = {
  name: 'plans',
  clearColumns: ['id', 'written_at', 'generation', 'parts', 'row_numbers'],
  writtenAt: 'written_at',
  words: ['plan', 'plans'],
};

export const journal: Table = {
  name: 'journal',
  clearColumns: [
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
    'lineage',
    'undoes',
  ],
  writtenAt: 'written_at',
  words: ['History entry', 'History entries'],
};

export const pauses: Table = {
  name: 'pauses',
  clearColumns: ['id', 'written_at', 'last_sequence'],
  writtenAt: 'written_at',
  words: ['pause', 'pauses'],
};

/** Rows precede the heads that need them; salvage relies on this order. */
export const tables: readonly Table[] = [
  drafts,
  listRows,
  segments,
  snapshots,
  plans,
  journal,
  pauses,
];
export const listTables: readonly ListTable[] = [snapshots, plans];
