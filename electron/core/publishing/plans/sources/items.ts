import type { SourceOf } from '#contract/plans.ts';
import { counted, type Proposal, proposalOf } from '../../../preparing/proposal.ts';
import { refuseMoreThan } from '../plan-problems.ts';

export function proposeItems(_needs: unknown, { items }: SourceOf<'items'>): Proposal {
  refuseMoreThan('items', items.length, 'changes', 'Publish them in several plans.');
  return proposalOf(counted('Publish', items.length, 'change'), items);
}
