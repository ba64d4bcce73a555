import type { PlanSource, SourceOf } from '#contract/plans.ts';
import { type Proposal, proposalOf, type Proposing } from '../../../preparing/proposal.ts';
import type { Publishing } from '../../context.ts';
import { refuseMoreThan } from '../plan-problems.ts';
import { proposeCopy, proposeFile } from './copy.ts';
import { proposeDrafts } from './drafts.ts';
import { proposePause } from './pause.ts';
import { proposeRemoteChanges } from './remote-changes.ts';
import { proposeResume } from './resume.ts';
import { proposeUndo, proposeUndoMatching } from './undo.ts';
import { proposeWebhooks } from './webhooks.ts';
import { counted } from '#domain/text/wording.ts';

type Kind = PlanSource['kind'];

type Propose<Of extends Kind> = (
  publishing: Publishing,
  source: SourceOf<Of>,
  how: Proposing,
) => Proposal | Promise<Proposal>;

const sources: { readonly [Of in Kind]: Propose<Of> } = {
  drafts: proposeDrafts,
  undo: proposeUndo,
  'undo-matching': proposeUndoMatching,
  items: proposeItems,
  webhooks: proposeWebhooks,
  comparison: ({ comparisons }, source) => comparisons.propose(source),
  rotation: ({ rotations }, { searchId }, { signal }) => rotations.propose(searchId, signal),
  bundle: proposeFile,
  copy: proposeCopy,
  pause: proposePause,
  resume: proposeResume,
  'remote-changes': proposeRemoteChanges,
};

/** The proposal of a plan of any source. */
export const propose = <Of extends Kind>(
  kind: Of,
  ...[publishing, source, how]: Parameters<Propose<Of>>
): ReturnType<Propose<Of>> => sources[kind](publishing, source, how);

function proposeItems(_publishing: unknown, { items }: SourceOf<'items'>): Proposal {
  refuseMoreThan('items', items.length, 'changes', 'Publish them in several plans.');
  return proposalOf(`Publish ${counted(items.length, 'change')}`, items);
}
