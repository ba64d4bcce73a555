import type { JournalEntry } from '../journal/entry.ts';
import type { Settlement } from './settle-by-list.ts';
import { effectByAnswer } from './effect-by-answer.ts';

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
