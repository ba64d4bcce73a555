import { z } from 'zod';
import { FieldName } from '../webhook/fields.ts';
import { keyOf, type ListedWebhook, type WebhookKey } from '../webhook/listed.ts';
import type { VariantId } from '../webhook/variant.ts';
import { compareWebhooks } from './compare-webhooks.ts';
import { type FormerOf, pairByName } from './pair-by-name.ts';

/**
 * A webhook of the reference on one installation. `ambiguous`: several webhooks have its name. `extra`: only the
 * installation has it. `unknown`: the reference does not tell its state. `absent`: neither side has it.
 */
export const CellKind = z.enum([
  'same',
  'differs',
  'missing',
  'extra',
  'ambiguous',
  'unknown',
  'absent',
]);
export type CellKind = z.infer<typeof CellKind>;

export const MatrixCell = z.object({
  kind: CellKind,
  /** Parts that differ. */
  different: z.int(),
  /** Parts with a secret that cannot be compared. */
  unknown: z.int(),
});
export type MatrixCell = z.infer<typeof MatrixCell>;

export const CellCounts = z.record(CellKind, z.int());
export type CellCounts = z.infer<typeof CellCounts>;

export const MatrixColumn = z.object({
  connectionId: z.string(),
  /** `null` when the installation was not read. */
  readAt: z.date().nullable(),
  counts: CellCounts,
  /** Fields that a variant lacks; they are not compared. */
  lacks: z.array(FieldName),
  /** Fields, and `headers`, that some of its webhooks or of the reference do not report. */
  unreported: z.array(z.string()),
});
export type MatrixColumn = z.infer<typeof MatrixColumn>;

/**
 * A webhook in a comparison of installations, which are the columns. Cells without an entry are `same`, or `absent`
 * in a row that the reference lacks.
 */
export const MatrixRow = z.object({
  key: z.string(),
  name: z.string(),
  inReference: z.boolean(),
  cells: z.array(MatrixCell.extend({ column: z.int() })),
});
export type MatrixRow = z.infer<typeof MatrixRow>;

const referencePrefix = 'reference/';

/** The key of the row of a webhook that the reference has. */
export const rowKeyOf = (reference: WebhookKey): string => `${referencePrefix}${reference}`;

/** `null` for a row that the reference lacks. */
export const referenceKeyOf = ({ key }: MatrixRow): string | null =>
  key.startsWith(referencePrefix) ? key.slice(referencePrefix.length) : null;

const cellWithoutCounts = (kind: CellKind): MatrixCell => ({ kind, different: 0, unknown: 0 });
const cellOf = {
  same: cellWithoutCounts('same'),
  missing: cellWithoutCounts('missing'),
  extra: cellWithoutCounts('extra'),
  ambiguous: cellWithoutCounts('ambiguous'),
  unknown: cellWithoutCounts('unknown'),
  absent: cellWithoutCounts('absent'),
};

export const cellAt = ({ cells, inReference }: MatrixRow, column: number): MatrixCell =>
  cells.find((cell) => cell.column === column) ?? (inReference ? cellOf.same : cellOf.absent);

/** The webhooks with which installations are compared. */
export interface ReferenceList {
  readonly variant: VariantId;
  readonly webhooks: readonly ListedWebhook[];
  /** Indexes of the webhooks. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Webhooks whose state is not known. */
  readonly unknown: ReadonlySet<WebhookKey>;
}

export function referenceList(
  variant: VariantId,
  webhooks: readonly ListedWebhook[],
  unknown: ReadonlySet<WebhookKey>,
): ReferenceList {
  const byName = Map.groupBy(webhooks.keys(), (index) => webhooks[index]?.name ?? '');
  return { variant, webhooks, byName, unknown };
}

/** An installation compared with the reference: a cell for each webhook, and what only the installation has. */
export interface ComparedList {
  /** By row of the reference. */
  readonly cells: readonly MatrixCell[];
  /** By row of the reference: the webhook of the installation; `null` without one that is certain. */
  readonly partners: readonly (WebhookKey | null)[];
  readonly extra: readonly { readonly key: WebhookKey; readonly name: string }[];
  readonly unreported: readonly string[];
}

/** The list of an installation that is compared with the reference. */
export interface OtherList {
  readonly variant: VariantId;
  readonly webhooks: readonly ListedWebhook[];
  readonly formerOf: FormerOf;
}

/** Yields after each name, so that long lists can be compared in slices. */
export function* compareList(
  reference: ReferenceList,
  other: OtherList,
  ignored: ReadonlySet<string>,
): Generator<undefined, ComparedList, void> {
  const byName = Map.groupBy(other.webhooks, ({ name }) => name);
  const cells = reference.webhooks.map((): MatrixCell => cellOf.missing);
  const partners = reference.webhooks.map((): WebhookKey | null => null);
  const extra: { key: WebhookKey; name: string }[] = [];
  const unreported = new Set<string>();
  const compare = (mine: ListedWebhook, theirs: ListedWebhook) =>
    compareWebhooks(
      { webhook: mine, variant: reference.variant },
      { webhook: theirs, variant: other.variant },
      ignored,
    );
  for (const [name, rows] of reference.byName) {
    const mine = rows.flatMap((row) => reference.webhooks[row] ?? []);
    const pairs = pairByName(
      mine,
      byName.get(name) ?? [],
      (a, b) => compare(a, b).different.length === 0,
      other.formerOf,
    );
    for (const [index, partner] of pairs.partners.entries()) {
      const [row, webhook] = [rows[index], mine[index]];
      if (row === undefined || webhook === undefined) continue;
      if (reference.unknown.has(keyOf(webhook))) cells[row] = cellOf.unknown;
      else if (partner === 'missing' || partner === 'ambiguous') cells[row] = cellOf[partner];
      else {
        partners[row] = keyOf(partner);
        const comparison = compare(webhook, partner);
        for (const part of comparison.unreported) unreported.add(part);
        cells[row] = cellFor(comparison);
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
  if (different.length + unknown.length === 0) return cellOf.same;
  const kind = different.length > 0 ? 'differs' : 'same';
  return { kind, different: different.length, unknown: unknown.length };
}

export const extraCell = cellOf.extra;

export const noCounts = (): CellCounts => ({
  same: 0,
  differs: 0,
  missing: 0,
  extra: 0,
  ambiguous: 0,
  unknown: 0,
  absent: 0,
});
