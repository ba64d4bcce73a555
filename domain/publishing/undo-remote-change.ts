import { compareWithRemote } from '../merge/compare-with-remote.ts';
import { mergeWebhook } from '../merge/merge-webhook.ts';
import type { RemoteMark } from '../merge/remote-marks.ts';
import { plainProblem } from '../problem.ts';
import { isAddressable, type ListedWebhook } from '../webhook/listed.ts';
import { definitionOf, digestOf } from '../webhook/webhook.ts';
import { changedSinceSelected, type ProposedItem } from './decide-row.ts';
import { blankItem, type PlanItem } from './plan.ts';
import { unreportedNotes, withoutIds } from './undo.ts';

/**
 * Restores the version before the remote change. A row that cannot do so has a problem.
 * @param mark `null` when a person saw the change or it is gone
 * @param now as last read; `null` for a deleted webhook
 */
export function itemToUndoRemoteChange(
  connectionId: string,
  key: RemoteMark['key'],
  mark: Pick<RemoteMark, 'kind' | 'before'> | null,
  now: ListedWebhook | null,
): ProposedItem {
  const item = (action: PlanItem['action']): PlanItem =>
    blankItem(connectionId, `remote/${connectionId}/${key}`, action);
  const refused = (reason: string): ProposedItem => ({
    ...item('update'),
    problem: plainProblem('refused', reason, 'Nothing was sent.'),
  });
  if (mark === null) return refused('This change by others is no longer listed.');
  const { kind, before } = mark;
  if (kind === 'deleted') {
    if (before === null) return refused('The version before the deletion is not known.');
    return {
      ...item('create'),
      definition: withoutIds(definitionOf(before)),
      reasons: ['Creates the deleted webhook again, with a new id.', ...unreportedNotes(before)],
    };
  }
  if (now === null || !isAddressable(now))
    return refused('The webhook has no unique id, so Hookdesk cannot change it.');
  const seen = { digest: digestOf(now), otherwise: changedSinceSelected };
  if (kind === 'new' || before === null) {
    const reasons = ['Deletes the webhook that others created.'];
    return { ...item('delete'), base: now, seen, reasons };
  }
  if (isAddressable(before) && compareWithRemote(before, now).kind === 'replaced')
    return refused('Another webhook has this id now. Create the earlier version again instead.');
  return {
    ...item('update'),
    base: now,
    seen,
    // Recreated headers have new ids, which the merge takes from the current webhook.
    definition: mergeWebhook(now, definitionOf(before), now).merged,
    reasons: ['Restores the version before the change by others.'],
  };
}
