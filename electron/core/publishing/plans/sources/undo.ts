import { planLimits, type SourceOf } from '#contract/plans.ts';
import { EntryOutcome, isOpen, isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import { plainProblem } from '#domain/problem.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem } from '#domain/publishing/plan.ts';
import { type UndoneEntry, undoGroups, undoItemOf } from '#domain/publishing/undo.ts';
import type { Parts } from '../../../parts.ts';
import {
  progressOf,
  type Proposal,
  proposalOf,
  type Proposing,
} from '../../../preparing/proposal.ts';
import { stopIfCancelled } from '../../../problems.ts';
import { undoneEntries } from '../../undone-entries.ts';
import { nothingToUndo, refuseMoreThan, tooManyMatch } from '../plan-problems.ts';
import { counted } from '#domain/text/wording.ts';

type Matching = SourceOf<'undo-matching'>;

/** Work between two turns of the event loop, or between two reports. */
const perTurn = { items: 100, entries: 1_000 };

/** Undoes the selected entries. Entries that cannot be undone have rows that say why. */
export async function proposeUndo(
  parts: Parts,
  { entryIds }: SourceOf<'undo'>,
  { signal }: Proposing,
): Promise<Proposal> {
  const advice = 'Filter History and use Select all matching.';
  refuseMoreThan('undo', entryIds.length, 'individually selected entries', advice);
  const entries = await parts.journal.readAll([...new Set(entryIds)], signal);
  return proposalOfEntries(parts, entries.map(undoneEntry), { signal, verb: 'Undo' });
}

/** Undoes all entries that match a filter, without the excluded ones. */
export async function proposeUndoMatching(
  parts: Parts,
  source: Matching,
  how: Proposing,
): Promise<Proposal> {
  const entries = await matchingEntries(parts, source, how);
  const verb = source.isRedo === true ? 'Redo' : 'Undo';
  const proposal = await proposalOfEntries(parts, entries, { signal: how.signal, verb });
  const { planId, ...others } = source.filter;
  const isAll = Object.values(others).every((value) => value === null || value === '');
  if (planId === null || !isAll || source.except.length > 0) return proposal;
  return { ...proposal, undoesPlan: planId };
}

async function matchingEntries(
  { journal }: Parts,
  { filter, except }: Matching,
  { report, signal }: Proposing,
): Promise<UndoneEntry[]> {
  const advice = 'Filter History instead, for example by period.';
  refuseMoreThan('undo-matching', except.length, 'individually excluded entries', advice);
  const outcomes = EntryOutcome.options.filter(
    (outcome) =>
      (isUndoable(outcome) || isOpen(outcome)) && filter.outcomes?.includes(outcome) !== false,
  );
  if (outcomes.length === 0) throw nothingToUndo();
  const maxEntries = planLimits['undo-matching'];
  const undoFilter = { ...filter, outcomes };
  // Upper bound for a text filter: an exact count would read every entry twice.
  const total = await countOf(journal, { ...undoFilter, text: '' }, signal);
  if (total - except.length > maxEntries && filter.text.trim() === '') throw tooManyMatch(total);
  const excepted = new Set(except);
  const entries: UndoneEntry[] = [];
  let read = 0;
  for await (const page of journal.matching(undoFilter, signal)) {
    for (const entry of page.entries) {
      if (!excepted.has(entry.id)) entries.push(undoneEntry(entry));
    }
    if (entries.length > maxEntries) throw tooManyMatch(null);
    read += page.scanned;
    if (read % perTurn.entries < page.scanned) {
      report(progressOf({ connectionId: null, step: 'reading', read, total }));
    }
  }
  if (entries.length === 0) throw nothingToUndo();
  return entries;
}

async function proposalOfEntries(
  { ports, journal }: Parts,
  entries: readonly UndoneEntry[],
  { signal, verb }: { readonly signal: AbortSignal; readonly verb: 'Undo' | 'Redo' },
): Promise<Proposal> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const undone = await undoneEntries(journal, [...byId.keys()]);
  const { groups, skipped } = undoGroups(entries, undone);
  const skippedItems: ProposedItem[] = [];
  for (const { entryId, reason } of skipped) {
    const entry = byId.get(entryId);
    if (entry !== undefined) skippedItems.push(skippedItem(entry, reason));
  }
  const items: ProposedItem[] = [];
  for (const [index, group] of groups.entries()) {
    const item = undoItemOf(group, verb === 'Redo');
    if (typeof item !== 'string') items.push(item);
    else for (const entry of group) skippedItems.push(skippedItem(entry, item));
    if (index % perTurn.items < perTurn.items - 1) continue;
    stopIfCancelled(signal);
    await ports.clock.yieldToEventLoop();
  }
  return proposalOf(`${verb} ${counted(entries.length, 'change')}`, [...items, ...skippedItems]);
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

const skippedItem = (
  { id, connectionId, before, after }: UndoneEntry,
  reason: string,
): ProposedItem => ({
  ...blankItem(connectionId, `undo/${id}`, 'update'),
  base: after ?? before,
  undoes: id,
  problem: plainProblem('refused', reason, 'Nothing was sent.'),
});
