import { isOpen, type JournalEntry } from '../journal/entry.ts';
import { type Pause, type PausedState, type PausedWebhook, switchesOf } from './pause.ts';

/** What of an entry decides the state of a paused webhook. */
export type PausingEntry = Pick<
  JournalEntry,
  'id' | 'sequence' | 'action' | 'outcome' | 'after' | 'meant' | 'planId' | 'undoes'
>;

/**
 * The webhook after the entries of History on it, in any order. Entries that it contains already do not count
 * again, so that History may be pruned.
 */
export function afterPausingEntries(
  { resumingPlanIds }: Pick<Pause, 'resumingPlanIds'>,
  webhook: PausedWebhook,
  entries: readonly PausingEntry[],
): PausedWebhook {
  const later = entries
    .filter(({ sequence }) => sequence > webhook.sequence)
    .toSorted((a, b) => a.sequence - b.sequence);
  let now: PausedWebhook = { ...webhook, state: webhook.sure };
  for (const entry of later) {
    const concerns = hasBegun(now) || entry.planId === now.planId;
    // Later entries wait for the outcome: the state before them decides what they mean.
    if (concerns && isOpen(entry.outcome)) return { ...now, state: 'unsure' };
    now = concerns ? afterEntry(now, entry, resumingPlanIds) : { ...now, sequence: entry.sequence };
  }
  return now;
}

/** Whether the pause disabled the webhook at some time. */
const hasBegun = ({ sure }: PausedWebhook): boolean => sure !== 'planned' && sure !== 'not-paused';

function afterEntry(
  webhook: PausedWebhook,
  entry: PausingEntry,
  resumingPlanIds: readonly string[],
): PausedWebhook {
  const { id, sequence, action, outcome, planId, undoes } = entry;
  const isPausing = planId === webhook.planId;
  const seen = { ...webhook, sequence, entryIds: [...webhook.entryIds, id] };
  const as = (sure: PausedState): PausedWebhook => ({ ...seen, state: sure, sure });
  if (outcome !== 'done' && outcome !== 'differs') {
    return hasBegun(webhook) ? seen : as('not-paused');
  }
  if (action === 'delete') return as('deleted');
  const after = entry.after ?? entry.meant;
  if (after === null) return seen;
  if (after.enabled) {
    if (!hasBegun(webhook)) return as('not-paused');
    if (planId !== null && resumingPlanIds.includes(planId)) return as('resumed');
    return webhook.sure === 'resumed' ? seen : as('released');
  }
  const isUndone = undoes !== null && webhook.entryIds.includes(undoes);
  if (webhook.sure !== 'paused' && !isPausing && !isUndone) return seen;
  return { ...as('paused'), name: after.name, left: switchesOf(after) };
}
