import type { JournalEntry } from '#domain/journal/entry.ts';
import { plainProblem, type Problem, ProblemError } from '#domain/problem.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { EntryEnd } from '../journal/journal.ts';
import { endUnread, unfinishedAdvice } from './ended.ts';
import type { Errand, Publishing } from './publishing.ts';
import { mayStillApply, type Sent } from './send.ts';

/** A removal at its end; `problem` where a person is told that it did not work, or that nobody knows. */
interface RemovalEnd {
  readonly entry: JournalEntry;
  readonly problem: Problem | null;
}

/** Looks whether a webhook that was just deleted is gone. */
export async function readBackRemoval(
  house: Publishing,
  { connection, target, planId }: Errand,
  sent: Sent,
  { id }: Webhook,
): Promise<RemovalEnd> {
  const { ports, snapshots, journal } = house;
  let left: Webhook | null;
  try {
    left = await ports.webhooks.read(target, id, { patient: planId === null });
  } catch (error) {
    const isGone = error instanceof ProblemError && error.problem.code === 'not-found';
    if (!isGone) {
      const { entry } = await endUnread(house, sent, error);
      return { entry, problem: sent.doubt };
    }
    left = null;
  }
  if (left === null) {
    snapshots.note(connection.id, id, null);
    const { doubt } = sent;
    const notes =
      doubt === null
        ? []
        : [`${doubt.message} Reading shows that the webhook is gone all the same.`];
    const done: EntryEnd = { outcome: 'done', after: null, problem: null, notes };
    return { entry: await journal.complete(sent.entry, done), problem: null };
  }
  snapshots.note(connection.id, id, left);
  const problem = notRemoved(sent.doubt);
  if (mayStillApply(sent)) {
    const open: EntryEnd = { outcome: 'unknown', after: null, problem: sent.doubt, notes: [] };
    const entry = await journal.complete(sent.entry, open);
    return { entry, problem: { ...problem, advice: unfinishedAdvice } };
  }
  const end: EntryEnd = { outcome: 'not-applied', after: left, problem, notes: [] };
  return { entry: await journal.complete(sent.entry, end), problem };
}

function notRemoved(doubt: Problem | null): Problem {
  const seen = 'Reading shows that the webhook is still there.';
  if (doubt !== null) return { ...doubt, message: `${doubt.message} ${seen}` };
  return plainProblem(
    'server-failed',
    `The service accepted the request. ${seen}`,
    'Read the list again, and look at the log of the installation.',
  );
}
