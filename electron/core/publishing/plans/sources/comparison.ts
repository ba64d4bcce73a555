import type { SourceOf } from '#contract/plans.ts';
import type { Comparisons } from '../../../comparison/comparisons.ts';
import { type Proposal, proposalOf } from '../../../preparing/proposal.ts';

export function proposeLikeReference(
  { comparisons }: { readonly comparisons: Comparisons },
  source: SourceOf<'comparison'>,
): Proposal {
  const { title, items } = comparisons.items(source);
  return proposalOf(title, items);
}
