import type { ComparisonReference } from '#contract/comparisons.ts';
import { ageInWords } from '#domain/comparison/export/exported-comparison.ts';
import { fileReference } from './file-reference.ts';
import { notRead } from './comparison-problems.ts';
import { historyReference } from './history-reference.ts';
import type { ComparisonNeeds, OpenedReference } from './held-comparison.ts';

export function openReference(
  needs: ComparisonNeeds,
  reference: ComparisonReference,
  signal?: AbortSignal,
): Promise<OpenedReference> {
  switch (reference.kind) {
    case 'installation':
      return installationReference(needs, reference.connectionId);
    case 'bundle':
      return fileReference(needs, reference.fileId, signal);
    case 'history':
      return historyReference(needs, reference, signal);
  }
}

async function installationReference(
  { connections, snapshots, snapshotPersistence }: ComparisonNeeds,
  connectionId: string,
): Promise<OpenedReference> {
  const { name, variant } = connections.find(connectionId);
  const snapshot = await snapshotPersistence.load(connectionId);
  if (snapshot === null) throw notRead(name);
  const { readAt, webhooks } = snapshot;
  return {
    held: {
      name,
      facts: ageInWords(readAt),
      note: null,
      readAt,
      variant,
      find: (key) => snapshots.find(connectionId, key)?.webhook ?? null,
    },
    webhooks: webhooks.values(),
    unknown: new Set(),
    formerOf: () => () => null,
  };
}
