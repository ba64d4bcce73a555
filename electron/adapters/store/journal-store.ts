import type { DatabaseSync } from 'node:sqlite';
import type { Sealer } from '#core/ports.ts';
import type { JournalQuery, JournalStore } from '#core/store-ports.ts';
import { EntryOutcome, isOpen, JournalEntry } from '#domain/journal/entry.ts';
import { inBatches, systemClock } from '../clock/clock.ts';
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

/** The sequence of the column counts. */
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
        const given = new Map(entries.map(({ id }) => [id, sequenceOf(id)]));
        const rows = sealed.map(({ entry, content }) =>
          rowOf(clearOf(entry, sequenceOf(entry.id)), content),
        );
        putRows(database, table, rows, isFinalOrNewer);
        return given;
      });
    },
    read: syncToPromise((entryId: string, sealer: Sealer) => {
      const row = file.use((database) => findRow(database, table, entryId));
      return entryOf(row, sealer);
    }),
    readMany: (entryIds, sealer) => entriesBy(file, 'id', entryIds, sealer),
    tally: syncToPromise((query: JournalQuery) => {
      const { sql, values } = journalTally(query);
      const found = file.use((database) => database.prepare(sql).all(...values));
      return found.map(({ outcome, count, latest }) => ({
        outcome: EntryOutcome.parse(outcome),
        count: Number(count),
        latest: new Date(Number(latest)),
      }));
    }),
    page: async (query, after, limit, sealer) => {
      const from = after === null ? null : Number(after);
      const { sql, values } = journalSearch(query, from, limit + 1);
      const found = file.use((database) => database.prepare(sql).all(...values));
      const sequences = found.slice(0, limit).map(({ sequence }) => Number(sequence));
      const entries = await entriesBy(file, 'sequence', sequences, sealer);
      return {
        entries,
        next: found.length > limit ? String(sequences.at(-1)) : null,
        unreadable: sequences.length - entries.length,
      };
    },
    latestDraftRevision: syncToPromise(() => {
      const found = file.use((database) =>
        database
          .prepare(
            'SELECT max(draft_revision) AS latest FROM journal WHERE draft_revision IS NOT NULL',
          )
          .get(),
      );
      return Number(found?.latest ?? 0);
    }),
    prune: async (before) => {
      let removed = 0;
      for (;;) {
        const now = file.commit((database) => removeSome(database, before));
        removed += now;
        if (now < portions.removed) return removed;
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
  for await (const some of inBatches(values, portions.opened)) {
    for (const row of file.use((database) => rowsBy(database, table, column, some))) {
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
  for await (const some of inBatches(entries, portions.sealed)) {
    for (const entry of some) {
      const content = sealedContent(table, entry.id, encodeContent([entry]), sealer);
      sealed.push({ entry, content });
    }
  }
  return sealed;
}

function sequences(database: DatabaseSync): (id: string) => number {
  const own = database.prepare('SELECT sequence FROM journal WHERE id = ?');
  const given = new Map<string, number>();
  let last = Number(database.prepare('SELECT max(sequence) AS last FROM journal').get()?.last ?? 0);
  return (id) => {
    const known = given.get(id) ?? own.get(id)?.sequence;
    const sequence = known === undefined ? (last += 1) : Number(known);
    given.set(id, sequence);
    return sequence;
  };
}

function removeSome(database: DatabaseSync, before: Date): number {
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

function clearOf(entry: JournalEntry, sequence: number): Row['clear'] {
  const { id, at, connectionId, webhookId, planId, outcome, revision } = entry;
  const { draftId, draftRevision, lineage, undoes } = entry;
  const of = [connectionId, webhookId, planId, outcome, revision, draftId, draftRevision];
  const links = [lineage, undoes];
  return [id, sequence, Date.now(), at.getTime(), ...of, ...links];
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
  const wanted = indexFor(query);
  const isNarrow = /^journal_of_(plan|lineage|undo)$/.test(wanted);
  const index = isNarrow ? 'journal_newest' : wanted;
  const { sql, values } = conditionsOf(query, null, index);
  return {
    sql: `SELECT outcome, count(*) AS count, max(at) AS latest FROM journal INDEXED BY ${index} ${sql} GROUP BY outcome`,
    values,
  };
}

function conditionsOf(query: JournalQuery, after: number | null, index: string): JournalSearch {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const must = (condition: string, ...given: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (query.connectionId !== undefined) must('connection_id = ?', query.connectionId);
  if (query.webhookId !== undefined) must('webhook_id = ?', query.webhookId);
  if (query.planId !== undefined) must('plan_id = ?', query.planId);
  if (query.lineages !== undefined) {
    must(`coalesce(lineage, draft_id) IN (${marksFor(query.lineages)})`, ...query.lineages);
  }
  if (query.undoes !== undefined) must(`undoes IN (${marksFor(query.undoes)})`, ...query.undoes);
  if (query.since !== undefined) must('sequence >= ?', query.since);
  if (query.from !== undefined) must('at >= ?', query.from.getTime());
  if (query.to !== undefined) must('at <= ?', query.to.getTime());
  if (query.outcomes !== undefined) {
    must(`outcome IN (${marksFor(query.outcomes)})`, ...query.outcomes);
  }
  if (after !== null) must('sequence < ?', after);
  // SQLite uses a partial index only if the query repeats the index's condition.
  if (index === 'journal_of_lineage') conditions.push('draft_id IS NOT NULL');
  if (index === 'journal_of_undo') conditions.push('undoes IS NOT NULL');
  if (index === 'journal_open') conditions.push("outcome IN ('sent', 'unknown')");
  return { sql: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}

const marksFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

function indexFor(query: JournalQuery): string {
  const { connectionId, webhookId, planId, lineages, undoes, outcomes } = query;
  if (lineages !== undefined) return 'journal_of_lineage';
  if (undoes !== undefined) return 'journal_of_undo';
  if (planId !== undefined) return 'journal_of_plan';
  if (outcomes?.every(isOpen) === true) return 'journal_open';
  if (connectionId !== undefined && webhookId !== undefined) return 'journal_of_webhook';
  return 'journal_newest';
}
