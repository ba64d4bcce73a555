import { z } from 'zod';
import { WriteAction } from '../journal/entry.ts';
import { Problem } from '../problem.ts';
import { Issue } from '../issue.ts';
import { Loss } from '../webhook/fit-variant.ts';
import { PayloadType } from '../webhook/variant.ts';
import { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { ShownAs } from './shown-as.ts';

/** One proposed create, update or delete, before it is compared with its installation. */
export const PlanItem = z.object({
  key: z.string().min(1),
  connectionId: z.string(),
  action: WriteAction,
  /** As the user last saw it; `null` for a create. */
  base: Webhook.nullable(),
  definition: WebhookDefinition.nullable(),
  draftId: z.string().nullable(),
  draftRevision: z.int().min(0).nullable(),
  /** Of the draft. Rows of version 5 of the file have none. */
  lineage: z.string().nullable().default(null),
  undoes: z.string().nullable(),
  /** Texts with inserted secrets, which are not shown again. */
  shownAs: z.array(ShownAs).exactOptional(),
});
export type PlanItem = z.infer<typeof PlanItem>;

/** An item without contents, made by neither a draft nor an undo. */
export const blankItem = (connectionId: string, key: string, action: WriteAction): PlanItem => ({
  key,
  connectionId,
  action,
  base: null,
  definition: null,
  draftId: null,
  draftRevision: null,
  lineage: null,
  undoes: null,
});

/** The key of the row of a webhook that a person selected, or that a pause disables. */
export const webhookRowKey = (connectionId: string, webhookId: number): string =>
  `chosen/${connectionId}/${webhookId}`;

/** A webhook of the installation that a row of a file could mean. */
export const Alternative = z.object({
  webhookId: z.int(),
  name: z.string(),
  url: z.string(),
  method: z.string(),
  enabled: z.boolean(),
  because: z.array(z.enum(['same-name', 'similar-name', 'same-url', 'former-id'])),
});
export type Alternative = z.infer<typeof Alternative>;

/** What a person must decide or enter before a row can be sent. */
export const Need = z.discriminatedUnion('kind', [
  /** Which webhook the row means. */
  z.object({ kind: z.literal('pair') }),
  z.object({ kind: z.literal('secret'), name: z.string() }),
  z.object({
    kind: z.literal('method'),
    given: z.string(),
    choices: z.array(z.string()),
    proposed: z.string(),
  }),
  /** A webhook for jobs, on a variant that has webhooks for alerts only. */
  z.object({ kind: z.literal('payloadType') }),
  /** The webhook changed on the installation, and both changes cannot hold. */
  z.object({ kind: z.literal('conflict') }),
]);
export type Need = z.infer<typeof Need>;

/** Answers to needs. They contain no secret. */
export const RowAnswers = z.object({
  pairWith: z.union([z.int(), z.literal('create')]).exactOptional(),
  method: z.string().exactOptional(),
  payloadType: PayloadType.exactOptional(),
  /** Deletes the webhook although it changed. */
  conflict: z.literal('delete').exactOptional(),
});
export type RowAnswers = z.infer<typeof RowAnswers>;

/** Part of the answers to one row. `null` removes an answer. */
export const RowAnswer = z.object({
  pairWith: RowAnswers.shape.pairWith.unwrap().nullable().exactOptional(),
  method: z.string().nullable().exactOptional(),
  payloadType: PayloadType.nullable().exactOptional(),
  conflict: z.literal('delete').nullable().exactOptional(),
});
export type RowAnswer = z.infer<typeof RowAnswer>;

/** The row of a bundle that a plan row comes from. */
export const FileRow = z.object({ key: z.string(), name: z.string() });
export type FileRow = z.infer<typeof FileRow>;

/**
 * A plan item compared with its installation. Only the content of a row is ever sent. `rowStateOf` derives its state.
 * Stored rows may lack members with a default.
 */
export const PlanRow = PlanItem.extend({
  fileRow: FileRow.nullable().default(null),
  /** Includes live changes, unless there is a conflict. `null` for a delete, and while a need blocks the row. */
  definition: WebhookDefinition.nullable(),
  /** State when the plan was made. A row is sent only if this is still the live state. */
  live: Webhook.nullable(),
  answers: RowAnswers.default({}),
  needs: z.array(Need).default([]),
  alternatives: z.array(Alternative).default([]),
  losses: z.array(Loss).default([]),
  issues: z.array(Issue).default([]),
  reasons: z.array(z.string()),
  /** Why the row could not be compared. */
  problem: Problem.nullable(),
  /** For a create: ids of the webhooks that had its name when the row was decided. */
  namedBefore: z.array(z.int()).default([]),
  /** Initial selection. */
  selected: z.boolean().default(true),
});
export type PlanRow = z.infer<typeof PlanRow>;

/** `unchanged`: the installation had the content already. `differs`: the read-back shows a mismatch. */
export const RowOutcome = z.enum([
  'done',
  'unchanged',
  'differs',
  'failed',
  'unknown',
  'not-attempted',
  'cancelled',
]);
export type RowOutcome = z.infer<typeof RowOutcome>;

/** The result of one row in a run; `key` is that of the row. */
export const RowResult = z.object({
  key: z.string(),
  outcome: RowOutcome,
  webhookId: z.int().nullable(),
  entryId: z.string().nullable(),
  notes: z.array(z.string()),
  problem: Problem.nullable(),
});
export type RowResult = z.infer<typeof RowResult>;

const OnFailure = z.enum(['stop', 'go-on']);

export const RunOptions = z.object({
  /** Rows of one installation at a time. */
  atOnce: z.int().min(1).max(10).default(4),
  onFailure: OnFailure.default('stop'),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** What a resumed plan changes of its options. */
export const ResumeOptions = z.object({
  onFailure: OnFailure.exactOptional(),
  /** Key of the only row to send before the plan pauses. */
  first: z.string().exactOptional(),
});
export type ResumeOptions = z.infer<typeof ResumeOptions>;

/** Reasons that many rows of an installation share. A plan shows each once per installation. */
export const sharedReasons = {
  keepsSecrets: 'Keeps existing secrets.',
  heldAlready: 'The installation already matches.',
  notInFile: 'Not in the file.',
  notOnReference: 'Not on the reference.',
  restores: 'Restores the version before the update.',
  redoes: 'Restores the version before the undo.',
} as const;
