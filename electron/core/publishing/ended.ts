import type { PublishOutcome } from '#contract/publishing.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { EntryEnd } from '../journal/journal.ts';
import type { Publishing } from './publishing.ts';
import type { Sent } from './send.ts';

/** A request at its end: as the journal has it, and as a person is told. */
export interface Ended {
  readonly entry: JournalEntry;
  readonly told: PublishOutcome | ProblemError;
}

type Needs = Pick<Publishing, 'journal'>;

/** The service was read: it holds something, be it what was meant or not. */
export async function endRead(
  { journal }: Needs,
  { entry }: Sent,
  outcome: PublishOutcome,
): Promise<Ended> {
  const { webhook, kind } = outcome;
  return {
    entry: await journal.complete(entry, {
      ...{ after: webhook, webhookId: webhook?.id ?? null, problem: null },
      outcome: kind === 'differs' ? 'differs' : 'done',
      notes: [...differenceNotes(outcome), ...outcome.notes],
    }),
    told: outcome,
  };
}

/** Names what differs, and no value: values can be secrets. */
function differenceNotes({ kind, differences, headersDiffer }: PublishOutcome): string[] {
  if (kind !== 'differs') return [];
  const fields = differences.map(({ field }) => field.replace('severities.', ''));
  const names = [...fields, ...(headersDiffer ? ['headers'] : [])];
  return [`Read back, it differs from what was meant: ${names.join(', ')}.`];
}

/** Reading showed that nothing has changed, and the installation has finished the request. */
export async function endNotApplied(
  { journal }: Needs,
  { entry, doubt }: Sent,
  outcome: PublishOutcome,
): Promise<Ended> {
  const end: EntryEnd = {
    ...{ outcome: 'not-applied', after: outcome.webhook, problem: doubt },
    notes: outcome.notes,
  };
  return {
    entry: await journal.complete(entry, end),
    told: doubt === null ? outcome : new ProblemError(doubt),
  };
}

/** Reading does not show the request applied, and the installation may still be at work on it. */
export async function endUnfinished({ journal }: Needs, { entry, doubt }: Sent): Promise<Ended> {
  if (doubt === null) throw new Error('A request that was accepted is finished.');
  const end: EntryEnd = { outcome: 'unknown', after: null, problem: doubt, notes: [notYet] };
  const completed = await journal.complete(entry, end);
  return { entry: completed, told: new ProblemError({ ...doubt, advice: unfinishedAdvice }) };
}

const notYet = 'Reading right after the request did not show it applied.';
export const unfinishedAdvice =
  'Reading does not show it applied so far, but the installation may still be at work. Hookdesk reads again and notes the outcome in History: wait for it before you send this again.';

/** The service could not be read: whoever reads it next settles the entry. */
export async function endUnread(
  { journal }: Needs,
  { entry, doubt }: Sent,
  error: unknown,
): Promise<Ended> {
  const problem: Problem | null = error instanceof ProblemError ? error.problem : null;
  const notes = [
    ...(doubt === null ? ['The service accepted the request.'] : []),
    ...(problem === null ? [] : [`Reading back failed: ${problem.message}`]),
  ];
  const end: EntryEnd = { outcome: 'unknown', after: null, problem: doubt ?? problem, notes };
  const completed = await journal.complete(entry, end);
  if (problem === null) throw error;
  return {
    entry: completed,
    told:
      doubt === null
        ? { ...unread, created: entry.action === 'create', notes }
        : // Neither the answer nor a look: nobody can say what the service holds.
          new ProblemError(doubt, { cause: error }),
  };
}

const unread = {
  kind: 'unverified' as const,
  ...{ webhook: null, differences: [], headersDiffer: false },
};

/** What a person is told of a request that was applied though its answer was lost. */
export const doubtNotes = (doubt: Problem | null): string[] =>
  doubt === null
    ? []
    : [`${doubt.message} Reading shows that the request was applied all the same.`];
