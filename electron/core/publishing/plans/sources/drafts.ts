import type { SourceOf } from '#contract/plans.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import type { Parts } from '../../../parts.ts';
import { type Proposal, proposalOf } from '../../../preparing/proposal.ts';
import { noInstallation } from '../../publishing-problems.ts';
import { refuseMoreThan } from '../plan-problems.ts';
import { counted } from '#domain/text/wording.ts';

export function proposeDrafts({ drafts }: Parts, { draftIds }: SourceOf<'drafts'>): Proposal {
  refuseMoreThan('drafts', draftIds.length, 'drafts', 'Publish them in several plans.');
  const items = [...new Set(draftIds)].map((id) => itemOf(drafts.find(id)));
  return proposalOf(`Publish ${counted(items.length, 'draft')}`, items);
}

const itemOf = ({
  id,
  lineage,
  connectionId,
  base,
  definition,
  revision,
}: StoredDraft): ProposedItem => ({
  key: id,
  connectionId: connectionId ?? '',
  action: base === null ? 'create' : 'update',
  base,
  definition,
  draftId: id,
  draftRevision: revision,
  lineage,
  undoes: null,
  ...(connectionId === null && { problem: noInstallation().problem }),
});
