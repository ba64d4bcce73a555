import type { PublishOutcome } from '#contract/publishing.ts';
import type { CreateCandidate, JournalEntry } from '#domain/journal/entry.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { asFarAsReported, unreportedNotes } from '#domain/publishing/matches-request.ts';
import {
  differencesOutside,
  membersOutside,
  outsideNotes,
} from '#domain/publishing/unrequested-changes.ts';
import { undecidedNote } from '#domain/publishing/outcome-by-list.ts';
import { withoutEffect } from '#domain/publishing/effect-by-answer.ts';
import { fieldDifferences, sameContent } from '#domain/webhook/difference.ts';
import { fieldInSentence } from '#domain/webhook/fields.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { PublishContext } from './context.ts';
import type { Sent } from './send.ts';

/** A request whose History entry has its outcome, or says that only a later read can show it. */
export interface Completed {
  readonly entry: JournalEntry;
  /** `null` for a delete and when there is a problem. */
  readonly outcome: PublishOutcome | null;
  readonly problem: ProblemError | null;
}

/** For a request whose webhook was read back: the outcome is what this reading shows. */
export async function recordRead(
  { journal }: Pick<PublishContext, 'journal'>,
  { entry, doubt }: Sent,
  {
    requested,
    webhook,
    notes,
  }: { requested: WebhookDefinition; webhook: Webhook; notes: string[] },
): Promise<Completed> {
  const comparison = compare(entry, requested, webhook, notes);
  const check =
    comparison.kind === 'differs'
      ? 'A check shows neither the previous nor the requested version.'
      : 'A check shows that the request was applied.';
  const outcome: PublishOutcome =
    doubt === null
      ? comparison
      : { ...comparison, notes: [`${doubt.message} ${check}`, ...comparison.notes] };
  const completed = await journal.complete(entry, {
    outcome: outcome.kind === 'differs' ? 'differs' : 'done',
    after: webhook,
    webhookId: webhook.id,
    problem: null,
    notes: [...differenceNotes(outcome), ...outcome.notes],
    accepted: doubt === null,
  });
  return { entry: completed, outcome, problem: null };
}

/** For a request that a reading shows to have had no effect. */
export async function recordNotApplied(
  { journal }: Pick<PublishContext, 'journal'>,
  { entry, doubt }: Sent,
  {
    requested,
    webhook,
    notes,
  }: { requested: WebhookDefinition; webhook: Webhook | null; notes: string[] },
): Promise<Completed> {
  const outcome: PublishOutcome = {
    ...(webhook === null ? nothingRead(entry, notes) : compare(entry, requested, webhook, notes)),
    kind: 'not-applied',
  };
  const problem = doubt === null ? null : withoutEffect(doubt);
  const completed = await journal.complete(entry, {
    outcome: 'not-applied',
    after: webhook,
    problem,
    notes: outcome.notes,
  });
  return problem === null
    ? { entry: completed, outcome, problem: null }
    : { entry: completed, outcome: null, problem: new ProblemError(problem) };
}

/** Leaves the entry open, because the installation may still process the request. */
export async function recordUnfinished(
  { journal }: Pick<PublishContext, 'journal'>,
  { entry, doubt }: Sent,
): Promise<Completed> {
  if (doubt === null) throw new Error('A request that was accepted is finished.');
  const completed = await journal.complete(entry, {
    outcome: 'unknown',
    after: null,
    problem: doubt,
    notes: ['A check right after the request did not show the change.'],
  });
  const problem = new ProblemError({ ...doubt, advice: unfinishedAdvice });
  return { entry: completed, outcome: null, problem };
}

/** Leaves a create open until a person says which of the candidates it made. */
export async function recordUndecided(
  { journal }: Pick<PublishContext, 'journal'>,
  { entry, doubt }: Sent,
  candidates: readonly CreateCandidate[],
): Promise<Completed> {
  const notes = [undecidedNote(candidates)];
  const completed = await journal.complete(entry, {
    outcome: 'unknown',
    after: null,
    problem: doubt,
    notes,
    accepted: doubt === null,
    candidates: [...candidates],
  });
  return unverified({ entry: completed, doubt }, notes);
}

export const unfinishedAdvice =
  'The change is not visible yet, but the installation may still be processing it. Hookdesk will check the result and note it in History. Wait for the result before you send this again.';

/** Leaves the entry open, because the reading failed. Throws an `error` that is not a ProblemError again. */
export async function recordUnread(
  { journal }: Pick<PublishContext, 'journal'>,
  { entry, doubt }: Sent,
  error: unknown,
): Promise<Completed> {
  const problem: Problem | null = error instanceof ProblemError ? error.problem : null;
  const notes = [
    ...(doubt === null ? ['The installation accepted the request.'] : []),
    ...(problem === null ? [] : [`Verification failed: ${problem.message}`]),
  ];
  const completed = await journal.complete(entry, {
    outcome: 'unknown',
    after: null,
    problem: doubt ?? problem,
    notes,
    accepted: doubt === null,
  });
  if (problem === null) throw error;
  return unverified({ entry: completed, doubt }, notes, error);
}

/** Without an answer, only the problem is known. */
function unverified({ entry, doubt }: Sent, notes: string[], cause?: unknown): Completed {
  return doubt === null
    ? { entry, outcome: { ...nothingRead(entry, notes), kind: 'unverified' }, problem: null }
    : { entry, outcome: null, problem: new ProblemError(doubt, { cause }) };
}

const nothingRead = (
  { id, action }: JournalEntry,
  notes: string[],
): Omit<PublishOutcome, 'kind'> => ({
  entryId: id,
  created: action === 'create',
  webhook: null,
  differences: [],
  headersDiffer: false,
  notes,
});

function compare(
  { id, action, before }: JournalEntry,
  requested: WebhookDefinition,
  webhook: Webhook,
  notes: readonly string[],
): PublishOutcome {
  const comparable = asFarAsReported(requested, webhook);
  const outside =
    before === null
      ? []
      : [
          ...differencesOutside(before, requested, webhook),
          ...membersOutside(before, requested, webhook),
        ];
  return {
    kind: sameContent(comparable, webhook) ? 'identical' : 'differs',
    entryId: id,
    created: action === 'create',
    webhook,
    differences: fieldDifferences(comparable, webhook),
    headersDiffer: !sameContent(webhook, { ...webhook, headers: comparable.headers }),
    notes: [...notes, ...outsideNotes(outside), ...unreportedNotes(webhook)],
  };
}

/** Names only fields, because values can be secrets. */
function differenceNotes({ kind, differences, headersDiffer }: PublishOutcome): string[] {
  if (kind !== 'differs') return [];
  const fields = differences.map(({ field }) => fieldInSentence(field));
  const names = [...fields, ...(headersDiffer ? ['headers'] : [])];
  return [`These fields do not match what was sent: ${names.join(', ')}.`];
}
