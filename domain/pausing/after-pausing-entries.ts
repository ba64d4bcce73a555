import { isOpen, type JournalEntry } from '../journal/entry.ts';
import { type Pause, type PausedState, type PausedWebhook, switchesOf } from './pause.ts';

/** What of an entry decides the state of a paused webhook. */
export type PausingEntry = Pick<
  JournalEntry,
  'id' | 'sequence' | 'action' | 'outcome' | 'before' | 'after' | 'meant' | 'planId' | 'undoes'
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
  let beforeOpen: PausedWebhook | null = null;
  for (const entry of later) {
    const concerns = hasBegun(now) || entry.planId === now.planId;
    if (concerns && isOpen(entry.outcome)) {
      beforeOpen ??= now;
      // Later entries wait for the outcome: the state before them decides what they mean.
      if (canPause(now, entry)) return { ...beforeOpen, state: 'unsure' };
    }
    now = concerns ? afterEntry(now, entry, resumingPlanIds) : { ...now, sequence: entry.sequence };
  }
  return beforeOpen === null ? now : { ...beforeOpen, state: now.state };
}

/** Whether the webhook may be disabled by the pause after an entry without an outcome. */
const canPause = (webhook: PausedWebhook, entry: PausingEntry): boolean =>
  (webhook.sure !== 'resumed' && webhook.sure !== 'released') ||
  entry.planId === webhook.planId ||
  isUndoOf(webhook, entry);

/** Undoing an entry since the pause can pause again. */
const isUndoOf = ({ entryIds }: PausedWebhook, { undoes }: PausingEntry): boolean =>
  undoes !== null && entryIds.includes(undoes);

/** Whether the pause disabled the webhook at some time. */
const hasBegun = ({ sure }: PausedWebhook): boolean => sure !== 'planned' && sure !== 'not-paused';

function afterEntry(
  webhook: PausedWebhook,
  entry: PausingEntry,
  resumingPlanIds: readonly string[],
): PausedWebhook {
  const { id, sequence, action, outcome, planId } = entry;
  const isPausing = planId === webhook.planId;
  const seen = { ...webhook, sequence, entryIds: [...webhook.entryIds, id] };
  const as = (sure: PausedState): PausedWebhook => ({ ...seen, state: sure, sure });
  if (outcome !== 'done' && outcome !== 'differs') {
    return hasBegun(webhook) ? seen : as('not-paused');
  }
  if (action === 'delete') return webhook.sure === 'paused' ? as('deleted') : seen;
  const after = entry.after ?? entry.meant;
  if (after === null) return seen;
  if (after.enabled) {
    if (!hasBegun(webhook)) return as('not-paused');
    if (planId !== null && resumingPlanIds.includes(planId)) return as('resumed');
    return webhook.sure === 'resumed' ? seen : as('released');
  }
  if (!isPausing && !isUndoOf(webhook, entry)) {
    if (webhook.sure !== 'paused') return seen;
    // Others had enabled it, so this change disabled it, and not the pause.
    if (entry.before?.enabled === true) return as('released');
  }
  return { ...as('paused'), name: after.name, left: switchesOf(after) };
}
