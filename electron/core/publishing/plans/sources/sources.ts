import type { PlanSource, SourceOf } from '#contract/plans.ts';
import type { OpenedFiles } from '../../../bundles/importing/opened-files.ts';
import type { Comparisons } from '../../../comparison/comparisons.ts';
import type { Parts } from '../../../parts.ts';
import {
  counted,
  type Proposal,
  proposalOf,
  type Proposing,
  type RememberedValues,
} from '../../../preparing/proposal.ts';
import type { Rotations } from '../../../rotation/rotations.ts';
import { refuseMoreThan } from '../plan-problems.ts';
import { proposeCopy } from './copy.ts';
import { proposeDrafts } from './drafts.ts';
import { proposeFile } from './file.ts';
import { proposeUndo, proposeUndoMatching } from './undo.ts';
import { proposeChange } from './webhooks.ts';

export interface SourceNeeds extends Parts {
  readonly comparisons: Comparisons;
  readonly rotations: Rotations;
  readonly files: OpenedFiles;
  readonly remembered: RememberedValues;
}

type Kind = PlanSource['kind'];

type Propose<Of extends Kind> = (
  needs: SourceNeeds,
  source: SourceOf<Of>,
  how: Proposing,
) => Proposal | Promise<Proposal>;

const sources: { readonly [Of in Kind]: Propose<Of> } = {
  drafts: proposeDrafts,
  undo: proposeUndo,
  'undo-matching': proposeUndoMatching,
  items: proposeItems,
  webhooks: proposeChange,
  comparison: ({ comparisons }, source) => comparisons.propose(source),
  rotation: ({ rotations }, { searchId }, { signal }) => rotations.propose(searchId, signal),
  bundle: proposeFile,
  copy: proposeCopy,
};

export const propose = <Of extends Kind>(
  kind: Of,
  ...[needs, source, how]: Parameters<Propose<Of>>
): ReturnType<Propose<Of>> => sources[kind](needs, source, how);

function proposeItems(_needs: unknown, { items }: SourceOf<'items'>): Proposal {
  refuseMoreThan('items', items.length, 'changes', 'Publish them in several plans.');
  return proposalOf(counted('Publish', items.length, 'change'), items);
}
