import type { Side } from '#domain/comparison/compared-parts.ts';
import type { FormerOf } from '#domain/comparison/pair-by-name.ts';
import type { Connection } from '#domain/installation/connection.ts';
import type { ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { MatrixColumn } from '#domain/comparison/matrix.ts';
import type { OpenedFiles } from '../bundles/importing/opened-files.ts';
import type { Connections } from '../connections/connections.ts';
import type { SnapshotPersistence } from '../installations/snapshot-persistence.ts';
import type { Snapshots } from '../installations/snapshots.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ports } from '../ports.ts';
import type { HeldRow } from './matrix-rows.ts';

export interface ComparisonNeeds {
  readonly ports: Pick<Ports, 'clock' | 'newId' | 'sha256'>;
  readonly connections: Pick<Connections, 'find'>;
  readonly snapshots: Pick<Snapshots, 'get' | 'find'>;
  readonly files: Pick<OpenedFiles, 'about' | 'bundleRows'>;
  readonly journal: Pick<Journal, 'pages' | 'state'>;
  readonly snapshotPersistence: Pick<SnapshotPersistence, 'load'>;
}

export interface HeldReference {
  readonly name: string;
  /** Its age or its origin, in the words of exports. */
  readonly facts: string;
  readonly note: string | null;
  /** `null` when it is no installation. */
  readonly readAt: Date | null;
  readonly variant: VariantId;
  /** `null` when the webhook is gone. */
  find(key: WebhookKey): ListedWebhook | null;
}

export interface OpenedReference {
  readonly held: HeldReference;
  readonly webhooks: Iterable<ListedWebhook>;
  readonly unknown: ReadonlySet<WebhookKey>;
  readonly formerOf: (other: Connection) => FormerOf;
}

export interface HeldComparison {
  readonly reference: HeldReference;
  readonly columns: readonly MatrixColumn[];
  readonly ignored: ReadonlySet<string>;
  readonly rows: ReadonlyMap<string, HeldRow>;
}

/** `null` when the reference lacks the webhook, or has it no longer. */
export function referenceSide(
  { reference }: HeldComparison,
  { referenceKey }: HeldRow,
): Side | null {
  const webhook = referenceKey === null ? null : reference.find(referenceKey);
  return webhook === null ? null : { webhook, variant: reference.variant };
}

/** The webhook as last read; `null` when it is gone. */
export function sideOf(
  { connections, snapshots }: Pick<ComparisonNeeds, 'connections' | 'snapshots'>,
  connectionId: string,
  key: WebhookKey,
): Side | null {
  const webhook = snapshots.find(connectionId, key)?.webhook;
  return webhook === undefined
    ? null
    : { webhook, variant: connections.find(connectionId).variant };
}
