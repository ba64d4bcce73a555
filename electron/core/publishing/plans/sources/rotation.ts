import type { SourceOf } from '#contract/plans.ts';
import { counted, type Proposal, proposalOf, type Proposing } from '../../../preparing/proposal.ts';
import type { Rotations } from '../../../rotation/rotations.ts';

export async function proposeRotation(
  { rotations }: { readonly rotations: Rotations },
  { searchId }: SourceOf<'rotation'>,
  { signal }: Proposing,
): Promise<Proposal> {
  const asLastRead = await rotations.itemsOf(searchId, signal);
  const title = counted('Rotate a secret in', asLastRead.length, 'webhook');
  return {
    ...proposalOf(title, asLastRead, ({ connectionId, webhooks }) =>
      rotations.itemsIn(searchId, connectionId, webhooks),
    ),
    rotates: rotations.replaced(searchId),
  };
}
