import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ComparedPart } from '#domain/comparison/compared-part.ts';
import { CellKind, MatrixColumn, MatrixRow } from '#domain/comparison/matrix.ts';
import { PartDetails } from '#domain/comparison/part-details.ts';
import { WebhookKey } from '#domain/webhook/listed.ts';
import { procedure } from './procedure.ts';

/** The host checks it, not the schema, so that the error is readable. */
export const maxCompared = 200;

export const ComparisonReference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('installation'), connectionId: z.string() }),
  z.object({ kind: z.literal('bundle'), fileId: z.string() }),
  z.object({ kind: z.literal('history'), connectionId: z.string(), at: z.date() }),
]);
export type ComparisonReference = z.infer<typeof ComparisonReference>;

export const ComparisonInput = z.object({
  reference: ComparisonReference,
  otherIds: z.array(z.string()).min(1).max(1_000),
  ignoredParts: z.array(ComparedPart).max(1_000),
});
export type ComparisonInput = z.infer<typeof ComparisonInput>;

export const CompareEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ kind: z.literal('rows'), rows: z.array(MatrixRow) }),
  z.object({
    kind: z.literal('end'),
    comparisonId: z.string(),
    /** `null` when the reference is no installation. */
    readAt: z.date().nullable(),
    /** Facts that the reference lacks. */
    note: z.string().nullable(),
    columns: z.array(MatrixColumn),
  }),
]);
export type CompareEvent = z.infer<typeof CompareEvent>;

/** One webhook on all compared installations, with its parts side by side. */
export const ComparedRow = z.object({
  key: z.string(),
  name: z.string(),
  /** `null` when the reference lacks the webhook. */
  reference: WebhookKey.nullable(),
  /** In the order of the columns, without those that were not read. */
  cells: z.array(
    z.object({
      connectionId: z.string(),
      kind: CellKind,
      webhook: WebhookKey.nullable(),
      /** Index of the sides of each part; `null` without a compared webhook. */
      side: z.int().nullable(),
    }),
  ),
  parts: z.array(PartDetails),
});
export type ComparedRow = z.infer<typeof ComparedRow>;

export const ComparisonFormat = z.enum(['csv', 'markdown', 'html']);
export type ComparisonFormat = z.infer<typeof ComparisonFormat>;

const ComparisonId = z.object({ comparisonId: z.string() });

/** Compares the last snapshots; never contacts an installation. */
export const comparisonProcedures = {
  /** Rows are sorted by name. */
  open: procedure.input(ComparisonInput).output(eventIterator(CompareEvent)),
  /** `secretsShown`: a person asked for the secrets. */
  row: procedure
    .input(ComparisonId.extend({ key: z.string(), secretsShown: z.boolean().default(false) }))
    .output(ComparedRow),
  export: procedure
    .input(
      ComparisonId.extend({
        format: ComparisonFormat,
        /** `null` for all rows. */
        keys: z.array(z.string()).max(100_000).nullable(),
      }),
    )
    .output(z.object({ fileName: z.string(), mimeType: z.string(), text: z.string() })),
  /** Also happens when several newer comparisons exist. */
  close: procedure.input(ComparisonId).output(z.void()),
};
