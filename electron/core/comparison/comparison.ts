import type { Side } from '#domain/comparison/compare-webhooks.ts';
import type { FormerOf } from '#domain/comparison/pair-by-name.ts';
import type { Connection } from '#domain/installation/connection.ts';
import type { ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { MatrixColumn } from '#domain/comparison/matrix.ts';
import type { Parts } from '../parts.ts';
import type { KeyedRow } from './matrix-rows.ts';

/** The reference of a comparison, and how to find its webhooks as long as the comparison is open. */
export interface Reference {
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

/** A reference with its list, which is needed only to compare. */
export interface LoadedReference {
  readonly reference: Reference;
  readonly webhooks: Iterable<ListedWebhook>;
  /** Webhooks whose version at that time of History is not known. */
  readonly keysOfUnknownState: ReadonlySet<WebhookKey>;
  /** The key that the webhook of the reference had on this installation; `null` when not known. */
  readonly formerOf: (other: Connection) => FormerOf;
}

/** An open comparison: the host answers for its rows until the window closes it. */
export interface Comparison {
  readonly reference: Reference;
  readonly columns: readonly MatrixColumn[];
  /** Parts that are not compared. */
  readonly ignored: ReadonlySet<string>;
  /** By the key of the row. */
  readonly rows: ReadonlyMap<string, KeyedRow>;
}

/** The webhook of the reference in a row; `null` when the reference lacks it, or it is gone or renamed. */
export function referenceSide(
  { reference }: Comparison,
  { referenceKey, row }: KeyedRow,
): Side | null {
  const webhook = referenceKey === null ? null : reference.find(referenceKey);
  return webhook?.name === row.name ? { webhook, variant: reference.variant } : null;
}

/** A webhook of an installation as last read; `null` when it is gone or renamed. */
export function sideOf(
  { connections, snapshots }: Parts,
  connectionId: string,
  key: WebhookKey,
  name: string,
): Side | null {
  const webhook = snapshots.find(connectionId, key)?.webhook;
  return webhook?.name === name
    ? { webhook, variant: connections.find(connectionId).variant }
    : null;
}
