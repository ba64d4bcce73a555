import { keyOf, type ListedWebhook, type WebhookKey } from '../webhook/listed.ts';
import type { VariantId } from '../webhook/variant.ts';
import { compareWebhooks } from './compare-webhooks.ts';
import { type MatrixCell, plainCells } from './matrix.ts';
import { type FormerOf, pairByName } from './pair-by-name.ts';

/** The webhooks with which installations are compared. */
export interface ReferenceList {
  readonly variant: VariantId;
  readonly webhooks: readonly ListedWebhook[];
  /** Indexes of the webhooks. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Webhooks whose state at the time of the reference is not known. */
  readonly keysOfUnknownState: ReadonlySet<WebhookKey>;
}

export function referenceList(
  variant: VariantId,
  webhooks: readonly ListedWebhook[],
  keysOfUnknownState: ReadonlySet<WebhookKey>,
): ReferenceList {
  const byName = Map.groupBy(webhooks.keys(), (index) => webhooks[index]?.name ?? '');
  return { variant, webhooks, byName, keysOfUnknownState };
}

/** An installation compared with the reference: a cell for each webhook, and what only the installation has. */
export interface ListComparison {
  /** By index of the webhook of the reference. */
  readonly cells: readonly MatrixCell[];
  /** By the same index: the webhook of the installation; `null` without one that is certain. */
  readonly partners: readonly (WebhookKey | null)[];
  readonly extra: readonly { readonly key: WebhookKey; readonly name: string }[];
  readonly unreported: readonly string[];
}

/** The list of an installation that is compared with the reference. */
export interface OtherList {
  readonly variant: VariantId;
  readonly webhooks: readonly ListedWebhook[];
  /** Which of its webhooks a webhook of the reference comes from. */
  readonly formerOf: FormerOf;
}

/** Yields after each name, so that long lists can be compared in slices. */
export function* compareList(
  reference: ReferenceList,
  other: OtherList,
  ignored: ReadonlySet<string>,
): Generator<undefined, ListComparison, void> {
  const byName = Map.groupBy(other.webhooks, ({ name }) => name);
  const cells = reference.webhooks.map((): MatrixCell => plainCells.missing);
  const partners = reference.webhooks.map((): WebhookKey | null => null);
  const extra: { key: WebhookKey; name: string }[] = [];
  const unreported = new Set<string>();
  const compare = (ofReference: ListedWebhook, ofOther: ListedWebhook) =>
    compareWebhooks(
      { webhook: ofReference, variant: reference.variant },
      { webhook: ofOther, variant: other.variant },
      ignored,
    );
  for (const [name, rowIndexes] of reference.byName) {
    const ofReference = rowIndexes.flatMap((index) => reference.webhooks[index] ?? []);
    const pairs = pairByName(
      ofReference,
      byName.get(name) ?? [],
      (a, b) => compare(a, b).different.length === 0,
      other.formerOf,
    );
    for (const [index, partner] of pairs.partners.entries()) {
      const [rowIndex, webhook] = [rowIndexes[index], ofReference[index]];
      if (rowIndex === undefined || webhook === undefined) continue;
      if (reference.keysOfUnknownState.has(keyOf(webhook))) cells[rowIndex] = plainCells.unknown;
      else if (partner === 'missing' || partner === 'ambiguous') {
        cells[rowIndex] = plainCells[partner];
      } else {
        partners[rowIndex] = keyOf(partner);
        // Pairing compares webhooks of a repeated name alone, so few pairs are compared twice.
        const comparison = compare(webhook, partner);
        for (const part of comparison.unreported) unreported.add(part);
        cells[rowIndex] = cellFor(comparison);
      }
    }
    extra.push(...pairs.extra.map((webhook) => ({ key: keyOf(webhook), name })));
    yield;
  }
  for (const [name, webhooks] of byName) {
    if (reference.byName.has(name)) continue;
    extra.push(...webhooks.map((webhook) => ({ key: keyOf(webhook), name })));
  }
  return { cells, partners, extra, unreported: [...unreported] };
}

function cellFor({ different, unknown }: ReturnType<typeof compareWebhooks>): MatrixCell {
  if (different.length + unknown.length === 0) return plainCells.same;
  // With unknown parts alone, the webhooks are the same as far as is known.
  const kind = different.length > 0 ? 'differs' : 'same';
  return { kind, different: different.length, unknown: unknown.length };
}
