import type { SourceOf } from '#contract/plans.ts';
import type { RetainedParts } from '#domain/bundle/plan/retained-parts.ts';
import { headerOfPart } from '#domain/comparison/compared-parts.ts';
import { noSuchFile } from '../../../bundles/importing/import-problems.ts';
import type { OpenedFiles } from '../../../bundles/importing/opened-files.ts';
import type { Parts } from '../../../parts.ts';
import type { Proposal, Proposing, RememberedValues } from '../../../preparing/proposal.ts';
import { titleWithCount } from './copy.ts';

interface Needs extends Pick<Parts, 'ports'> {
  readonly files: OpenedFiles;
  readonly remembered: RememberedValues;
}

export async function proposeFile(
  { ports, files, remembered }: Needs,
  source: SourceOf<'bundle'>,
  { planId }: Proposing,
): Promise<Proposal> {
  const { fileId, keys, alsoRemove, eachToItsSource = false, ignoredParts = [] } = source;
  files.count(fileId);
  const retained = ignoredParts.length === 0 ? null : retainedParts(ignoredParts);
  const options = { keys, alsoRemove, eachToItsSource, retained };
  if (!(await ports.bundleWorker.begin(planId, fileId, options))) throw noSuchFile();
  return {
    titleFor: titleWithCount('Import'),
    rows: null,
    connectionIds: [...new Set(source.connectionIds)],
    remembered,
  };
}

const retainedParts = (ignored: readonly string[]): RetainedParts => ({
  fields: ignored.filter((part) => headerOfPart(part) === null),
  headers: new Set(ignored.flatMap((part) => headerOfPart(part) ?? [])),
});
