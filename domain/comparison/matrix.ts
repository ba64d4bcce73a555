import { z } from 'zod';
import { FieldName } from '../webhook/fields.ts';
import type { WebhookKey } from '../webhook/listed.ts';
import { counted } from '../text/wording.ts';

/** What the comparison of one webhook on one installation with the reference gives. */
export const CellKind = z.enum([
  // No part differs, as far as the parts can be compared.
  'same',
  // At least one part differs.
  'differs',
  // Only the reference has the webhook.
  'missing',
  // Only the installation has the webhook.
  'extra',
  // Several webhooks have its name, and which of them belong together is not certain.
  'ambiguous',
  // History does not tell the state of the webhook at the time of the reference.
  'unknown',
  // Neither the reference nor this installation has the webhook; another installation has it.
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
export const rowKeyOf = (referenceKey: WebhookKey): string => `${referencePrefix}${referenceKey}`;

/** The key of a row that the reference lacks: of the first column with the webhook, and its key there. */
export const extraRowKeyOf = (column: number, key: WebhookKey): string => `extra/${column}/${key}`;

/** `null` for a row that the reference lacks. */
export const referenceKeyOf = ({ key }: MatrixRow): string | null =>
  key.startsWith(referencePrefix) ? key.slice(referencePrefix.length) : null;

const cellWithoutCounts = (kind: CellKind): MatrixCell => ({ kind, different: 0, unknown: 0 });

/** The cells without differing or unknown parts, shared by all rows. */
export const plainCells = {
  same: cellWithoutCounts('same'),
  missing: cellWithoutCounts('missing'),
  extra: cellWithoutCounts('extra'),
  ambiguous: cellWithoutCounts('ambiguous'),
  unknown: cellWithoutCounts('unknown'),
  absent: cellWithoutCounts('absent'),
};

/** Whether a row of the reference leaves the cell out, as most cells. */
export const isLeftOut = ({ kind, unknown }: MatrixCell): boolean =>
  kind === 'same' && unknown === 0;

/** The cell of a column, also when the row leaves it out. */
export const cellAt = ({ cells, inReference }: MatrixRow, column: number): MatrixCell =>
  cells.find((cell) => cell.column === column) ??
  (inReference ? plainCells.same : plainCells.absent);

export const noCounts = (): CellCounts => ({
  same: 0,
  differs: 0,
  missing: 0,
  extra: 0,
  ambiguous: 0,
  unknown: 0,
  absent: 0,
});

export function cellInWords({ kind, different, unknown }: MatrixCell): string {
  switch (kind) {
    case 'same':
      return unknown === 0 ? 'same' : `same, ${unknown} cannot tell`;
    case 'differs':
      return counted(different, 'difference');
    case 'absent':
      return '–';
    case 'unknown':
      return 'cannot tell';
    case 'missing':
    case 'extra':
    case 'ambiguous':
      return kind;
  }
}
