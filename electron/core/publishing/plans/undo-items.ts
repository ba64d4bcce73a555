import { planLimits, type PlanSource, type PrepareEvent } from '#contract/plans.ts';
import { EntryOutcome, isOpen, isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import {
  type UndoneEntry,
  undoGroups,
  type UndoItem,
  undoItemOf,
} from '#domain/publishing/undo.ts';
import { plainProblem } from '#domain/problem.ts';
import { blankItem, type PlanItem, type PlanRow } from '#domain/publishing/plan.ts';
import { blockedRow } from '#domain/publishing/decide-row.ts';
import { stopIfCancelled } from '../../problems.ts';
import { nothingToUndo, tooManyMatch } from './plan-problems.ts';
import type { Parts } from '../../parts.ts';
import { undoneAmong } from '../undone.ts';

type Matching = Extract<PlanSource, { kind: 'undo-matching' }>;
type Progress = Extract<PrepareEvent, { kind: 'progress' }>;

const strides = { items: 100, entries: 1_000 };

export async function namedEntries(
  { journal }: Parts,
  entryIds: readonly string[],
  signal?: AbortSignal,
): Promise<UndoneEntry[]> {
  const entries = await journal.readAll([...new Set(entryIds)], signal);
  return entries.map(undoneEntry);
}

export async function* matchingEntries(
  { journal }: Parts,
  { filter, except }: Matching,
  signal?: AbortSignal,
): AsyncGenerator<Progress, UndoneEntry[], void> {
  const concerned = EntryOutcome.options.filter(
    (outcome) =>
      (isUndoable(outcome) || isOpen(outcome)) && filter.outcomes?.includes(outcome) !== false,
  );
  if (concerned.length === 0) throw nothingToUndo();
  const most = planLimits['undo-matching'];
  const wanted = { ...filter, outcomes: concerned };
  // Upper bound for a text filter: an exact count would read every entry twice.
  const total = await countOf(journal, { ...wanted, text: '' }, signal);
  if (total - except.length > most && filter.text.trim() === '') throw tooManyMatch(total);
  const excepted = new Set(except);
  const entries: UndoneEntry[] = [];
  let read = 0;
  for await (const page of journal.matching(wanted, signal)) {
    for (const entry of page.entries) {
      if (!excepted.has(entry.id)) entries.push(undoneEntry(entry));
    }
    if (entries.length > most) throw tooManyMatch(null);
    read += page.looked;
    if (read % strides.entries < page.looked) {
      yield { kind: 'progress', of: 'entries', done: read, total };
    }
  }
  if (entries.length === 0) throw nothingToUndo();
  return entries;
}

export async function undoItems(
  { ports, journal }: Parts,
  entries: readonly UndoneEntry[],
  signal?: AbortSignal,
): Promise<{ items: UndoItem[]; rows: PlanRow[] }> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const undone = await undoneAmong(journal, [...byId.keys()]);
  const { groups, skipped } = undoGroups(entries, undone);
  const rows: PlanRow[] = [];
  for (const { entryId, reason } of skipped) {
    const entry = byId.get(entryId);
    if (entry !== undefined) rows.push(skippedRow(entry, reason));
  }
  const items: UndoItem[] = [];
  for (const [index, group] of groups.entries()) {
    const item = undoItemOf(group);
    if (typeof item !== 'string') items.push(item);
    else for (const entry of group) rows.push(skippedRow(entry, item));
    if (index % strides.items < strides.items - 1) continue;
    stopIfCancelled(signal);
    await ports.clock.yieldToEventLoop();
  }
  return { items, rows };
}

async function countOf(
  journal: Parts['journal'],
  filter: Matching['filter'],
  signal: AbortSignal | undefined,
): Promise<number> {
  for await (const event of journal.count(filter, signal)) {
    if (event.kind === 'end') return event.total;
  }
  return 0;
}

/** Drops unneeded fields, because a plan may hold many thousands of entries. */
function undoneEntry(entry: JournalEntry): UndoneEntry {
  const { id, sequence, connectionId, webhookId, action, before, after, outcome } = entry;
  return { id, sequence, connectionId, webhookId, action, before, after, outcome };
}

function skippedRow({ id, connectionId, before, after }: UndoneEntry, reason: string): PlanRow {
  const blank = blankItem(connectionId, `undo/${id}`, 'update');
  const item: PlanItem = { ...blank, base: after ?? before, undoes: id };
  return blockedRow(item, plainProblem('refused', reason, 'Nothing was sent.'));
}
