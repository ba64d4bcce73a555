import type { ComparisonReference } from '#contract/comparisons.ts';
import { ageInWords } from '#domain/comparison/export/exported-matrix.ts';
import type { FormerOf } from '#domain/comparison/pair-by-name.ts';
import type { Connection } from '#domain/installation/connection.ts';
import type { ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { notRead } from './comparison-problems.ts';
import type { ComparisonNeeds } from './held-comparison.ts';

export interface HeldReference {
  readonly name: string;
  /** Its age, in the words of exports. */
  readonly facts: string;
  /** `null` when it is no installation. */
  readonly readAt: Date | null;
  readonly variant: VariantId;
  /** `null` when the webhook is gone. */
  find(key: WebhookKey): ListedWebhook | null;
}

export interface OpenedReference {
  readonly held: HeldReference;
  readonly webhooks: Iterable<ListedWebhook>;
  formerOf(other: Connection): FormerOf;
}

export async function openReference(
  needs: ComparisonNeeds,
  { connectionId }: ComparisonReference,
): Promise<OpenedReference> {
  const { connections, snapshots, snapshotPersistence } = needs;
  const { name, variant } = connections.find(connectionId);
  await snapshotPersistence.load(connectionId);
  const snapshot = snapshots.get(connectionId);
  if (snapshot === null) throw notRead(name);
  const { readAt, webhooks } = snapshot;
  return {
    held: {
      name,
      facts: ageInWords(readAt),
      readAt,
      variant,
      find: (key) => snapshots.find(connectionId, key)?.webhook ?? null,
    },
    webhooks: webhooks.values(),
    formerOf: () => () => null,
  };
}
