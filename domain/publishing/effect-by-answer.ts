import type { JournalEntry } from '../journal/entry.ts';
import type { Problem, RawAnswer } from '../problem.ts';
import type { Settlement } from './outcome-by-list.ts';

/**
 * What an answer, or its absence, proves of a write before anything is read: whether the write can still change the
 * installation. `outcomeByList` decides by a later list. `refused`: it had no effect. `finished`: the next read shows
 * its effect. `open`: the installation may still apply it.
 */
export type WriteEffect = 'refused' | 'finished' | 'open';

/** Statuses by which the service itself refuses a request. Source: RFC 9110 §15.5, RFC 6585 §4 and §5. */
const refusalStatuses: ReadonlySet<number> = new Set([
  400, 401, 405, 406, 411, 413, 414, 415, 422, 429, 431,
]);

/** Where an exchange without a whole answer ended. From `waiting` on, the request may have been sent. */
export type Phase = 'connecting' | 'waiting' | 'answering';

/** Whether a write can have an effect although its exchange ended in this phase. Its problem is `answer-lost` then. */
export const mayHaveEffect = (phase: Phase): boolean => phase !== 'connecting';

/** For a status other than 2xx, or 202. Without JSON, a gateway may have answered in place of the service. */
export function effectOfStatus({ status, body }: Pick<RawAnswer, 'status' | 'body'>): WriteEffect {
  const isJson = /^\s*[[{]/.test(body);
  if (refusalStatuses.has(status) || (status === 403 && isJson)) return 'refused';
  if (status >= 300 && status < 500) return 'finished';
  return isJson && (status === 500 || status === 501) ? 'finished' : 'open';
}

export function effectByAnswer({ code, answer }: Problem): WriteEffect {
  if (code !== 'answer-lost' && code !== 'server-failed') return 'refused';
  return answer === null ? 'open' : effectOfStatus(answer);
}

/** For a write that a read shows to have no effect. */
export const withoutEffect = (problem: Problem): Problem => ({
  ...problem,
  advice: 'Nothing was changed. You can send it again.',
});

/** Whether what a list shows of a request can change while the installation may still process the request. */
export function mayStillChange(
  { outcome }: Pick<Settlement, 'outcome'>,
  { action, problem }: Pick<JournalEntry, 'action' | 'problem'>,
): boolean {
  if (outcome === 'unknown' || outcome === 'done') return false;
  const isCreated = outcome === 'differs' && action === 'create';
  const isFinished = problem !== null && effectByAnswer(problem) === 'finished';
  return !isCreated && !isFinished;
}
