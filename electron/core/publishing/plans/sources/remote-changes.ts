import type { SourceOf } from '#contract/plans.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { itemToUndoRemoteChange } from '#domain/publishing/undo-remote-change.ts';
import type { Parts } from '../../../parts.ts';
import { type Proposal, proposalOf } from '../../../preparing/proposal.ts';
import { refuseMoreThan } from '../plan-problems.ts';
import { counted } from '#domain/text/wording.ts';

/** Restores the versions before changes by others, as the last lists show them. */
export async function proposeRemoteChanges(
  { snapshotPersistence }: Parts,
  { changes }: SourceOf<'remote-changes'>,
): Promise<Proposal> {
  refuseMoreThan('remote-changes', changes.length, 'changes', 'Undo them in several plans.');
  const items: ProposedItem[] = [];
  for (const [connectionId, its] of Map.groupBy(changes, (change) => change.connectionId)) {
    const snapshot = await snapshotPersistence.load(connectionId);
    for (const key of new Set(its.map((change) => change.key))) {
      const mark = snapshot?.marks.get(key) ?? null;
      const now = snapshot?.webhooks.get(key) ?? null;
      items.push(itemToUndoRemoteChange(connectionId, key, mark, now));
    }
  }
  return proposalOf(`Undo ${counted(items.length, 'change')} by others`, items);
}
