import type { DatabaseSync } from 'node:sqlite';
import type { JournalQuery, JournalStore, Sealer } from '#core/store-ports.ts';
import { EntryOutcome, isOpen, JournalEntry } from '#domain/journal/entry.ts';
import { inBatches, systemClock } from '../clock/clock.ts';
import { prepared } from './database.ts';
import type { FileInUse } from './file-in-use.ts';
import { contentOf } from './list-rows.ts';
import {
  clearValue,
  findRow,
  putRows,
  type Row,
  rowOf,
  rowsBy,
  sealedContent,
  syncToPromise,
} from './rows.ts';
import { encodeContent } from './stored-content.ts';
import { journal as table } from './tables.ts';

/** The content of a row. The sequence is in a column of its own. */
const Content = JournalEntry.omit({ sequence: true }).extend({
  lineage: JournalEntry.shape.lineage.exactOptional(),
});

const isFinalOrNewer = `journal.outcome NOT IN ('sent', 'unknown')
  OR journal.revision >= excluded.revision`;

/** Entries sealed, opened and removed per turn of the event loop. */
const portions = { sealed: 4, opened: 25, removed: 200 };

export function createJournalStore(file: FileInUse): JournalStore {
  return {
    write: async (entries, sealer) => {
      const sealed = await sealedEntries(entries, sealer);
      return file.commit((database) => {
        const sequenceOf = sequences(database);
        const sequenceById = new Map(entries.map(({ id }) => [id, sequenceOf(id)]));
        const rows = sealed.map(({ entry, content }) =>
          rowOf(clearOf(entry, sequenceOf(entry.id)), content),
        );
        putRows(database, table, rows, isFinalOrNewer);
        return sequenceById;
      });
    },
    read: syncToPromise((entryId: string, sealer: Sealer) => {
      const row = file.use((database) => findRow(database, table, entryId));
      return entryOf(row, sealer);
    }),
    readMany: (entryIds, sealer) => entriesBy(file, 'id', entryIds, sealer),
    tally: syncToPromise((query: JournalQuery) => {
      const { sql, values } = journalTally(query);
      const tallies = file.use((database) => database.prepare(sql).all(...values));
      return tallies.map(({ outcome, count, latest }) => ({
        outcome: EntryOutcome.parse(outcome),
        count: Number(count),
        latest: new Date(Number(latest)),
      }));
    }),
    page: async (query, after, limit, sealer) => {
      const from = after === null ? null : Number(after);
      const { sql, values } = journalSearch(query, from, limit + 1);
      const matches = file.use((database) => database.prepare(sql).all(...values));
      const sequences = matches.slice(0, limit).map(({ sequence }) => Number(sequence));
      const entries = await entriesBy(file, 'sequence', sequences, sealer);
      return {
        entries,
        next: matches.length > limit ? String(sequences.at(-1)) : null,
        unreadable: sequences.length - entries.length,
      };
    },
    latestDraftRevision: syncToPromise(() => {
      const row = file.use((database) =>
        database
          .prepare(
            'SELECT max(draft_revision) AS latest FROM journal WHERE draft_revision IS NOT NULL',
          )
          .get(),
      );
      return Number(row?.latest ?? 0);
    }),
    prune: async (before) => {
      let removed = 0;
      for (;;) {
        const count = file.commit((database) => removePortion(database, before));
        removed += count;
        if (count < portions.removed) return removed;
        await systemClock.yieldToEventLoop();
      }
    },
  };
}

async function entriesBy(
  file: FileInUse,
  column: 'id' | 'sequence',
  values: readonly (string | number)[],
  sealer: Sealer,
): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const batch of inBatches(values, portions.opened)) {
    for (const row of file.use((database) => rowsBy(database, table, column, batch))) {
      const entry = entryOf(row, sealer);
      if (entry !== null) entries.push(entry);
    }
  }
  return entries;
}

interface SealedEntry {
  readonly entry: JournalEntry;
  readonly content: Uint8Array;
}

/** Yields to the event loop, so that requests of a running plan go on. */
async function sealedEntries(
  entries: readonly JournalEntry[],
  sealer: Sealer,
): Promise<SealedEntry[]> {
  const sealed: SealedEntry[] = [];
  for await (const batch of inBatches(entries, portions.sealed)) {
    for (const entry of batch) {
      const content = sealedContent(table, entry.id, encodeContent([entry]), sealer);
      sealed.push({ entry, content });
    }
  }
  return sealed;
}

/** A pause refers to entries that may be pruned: their numbers are not given again. */
const lastSequence = `SELECT max(last) AS last FROM (
  SELECT max(sequence) AS last FROM journal UNION ALL SELECT max(last_sequence) FROM pauses
)`;

/** The sequence of an entry by its id; a new entry gets the next one. */
function sequences(database: DatabaseSync): (id: string) => number {
  const select = prepared(database, 'SELECT sequence FROM journal WHERE id = ?');
  const sequenceById = new Map<string, number>();
  let last = Number(prepared(database, lastSequence).get()?.last ?? 0);
  return (id) => {
    const existing = sequenceById.get(id) ?? select.get(id)?.sequence;
    const sequence = existing === undefined ? (last += 1) : Number(existing);
    sequenceById.set(id, sequence);
    return sequence;
  };
}

function removePortion(database: DatabaseSync, before: Date): number {
  const { changes } = database
    .prepare(
      `DELETE FROM journal WHERE sequence IN (
        SELECT sequence FROM journal INDEXED BY journal_newest
        WHERE at < ? AND outcome NOT IN ('sent', 'unknown') LIMIT ?
      )`,
    )
    .run(before.getTime(), portions.removed);
  return Number(changes);
}

function clearOf(entry: JournalEntry, sequence: number): Row['clearValues'] {
  const { id, at, connectionId, webhookId, planId, outcome, revision } = entry;
  const { draftId, draftRevision, lineage, undoes } = entry;
  const fields = [connectionId, webhookId, planId, outcome, revision, draftId, draftRevision];
  return [id, sequence, Date.now(), at.getTime(), ...fields, lineage, undoes];
}

function entryOf(row: Row | null, sealer: Sealer): JournalEntry | null {
  const content = Content.safeParse(contentOf(table, row, sealer)?.[0]).data;
  if (row === null || content === undefined) return null;
  // Entries of version 5 name the draft only.
  const { lineage = content.draftId } = content;
  return { ...content, lineage, sequence: Number(clearValue(table, row, 'sequence')) };
}

interface JournalSearch {
  readonly sql: string;
  readonly values: (string | number)[];
}

/** Searches indices only, because reading contents is slow. `after` is an entry's sequence number. */
export function journalSearch(
  query: JournalQuery,
  after: number | null,
  limit: number,
): JournalSearch {
  const index = indexFor(query);
  const { sql, values } = conditionsOf(query, after, index);
  return {
    sql: `SELECT sequence FROM journal INDEXED BY ${index} ${sql} ORDER BY sequence DESC LIMIT ?`,
    values: [...values, limit],
  };
}

function journalTally(query: JournalQuery): JournalSearch {
  const searchIndex = indexFor(query);
  // These indices lack the columns that the tally reads.
  const lacksColumns = /^journal_of_(plan|lineage|undo)$/.test(searchIndex);
  const index = lacksColumns ? 'journal_newest' : searchIndex;
  const { sql, values } = conditionsOf(query, null, index);
  return {
    sql: `SELECT outcome, count(*) AS count, max(at) AS latest FROM journal INDEXED BY ${index} ${sql} GROUP BY outcome`,
    values,
  };
}

function conditionsOf(query: JournalQuery, after: number | null, index: string): JournalSearch {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const must = (condition: string, ...itsValues: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...itsValues);
  };
  if (query.connectionId !== undefined) must('connection_id = ?', query.connectionId);
  if (query.webhookId !== undefined) must('webhook_id = ?', query.webhookId);
  if (query.planId !== undefined) must('plan_id = ?', query.planId);
  if (query.lineages !== undefined) {
    must(`coalesce(lineage, draft_id) IN (${questionMarks(query.lineages)})`, ...query.lineages);
  }
  if (query.undoes !== undefined) {
    must(`undoes IN (${questionMarks(query.undoes)})`, ...query.undoes);
  }
  if (query.since !== undefined) must('sequence >= ?', query.since);
  if (query.from !== undefined) must('at >= ?', query.from.getTime());
  if (query.to !== undefined) must('at <= ?', query.to.getTime());
  if (query.outcomes !== undefined) {
    must(`outcome IN (${questionMarks(query.outcomes)})`, ...query.outcomes);
  }
  if (after !== null) must('sequence < ?', after);
  // SQLite uses a partial index only if the query repeats the index's condition.
  if (index === 'journal_of_lineage') conditions.push('draft_id IS NOT NULL');
  if (index === 'journal_of_undo') conditions.push('undoes IS NOT NULL');
  if (index === 'journal_open') conditions.push("outcome IN ('sent', 'unknown')");
  return { sql: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}

const questionMarks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

function indexFor(query: JournalQuery): string {
  const { connectionId, webhookId, planId, lineages, undoes, outcomes } = query;
  if (lineages !== undefined) return 'journal_of_lineage';
  if (undoes !== undefined) return 'journal_of_undo';
  if (planId !== undefined) return 'journal_of_plan';
  if (outcomes?.every(isOpen) === true) return 'journal_open';
  if (connectionId !== undefined && webhookId !== undefined) return 'journal_of_webhook';
  return 'journal_newest';
}
