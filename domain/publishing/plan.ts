import { z } from 'zod';
import { WriteAction } from '../journal/entry.ts';
import { Problem } from '../problem.ts';
import { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { ShownAs } from './shown-as.ts';

export const PlanItem = z.object({
  key: z.string().min(1),
  connectionId: z.string(),
  action: WriteAction,
  /** As the user last saw it; `null` for a create. */
  base: Webhook.nullable(),
  definition: WebhookDefinition.nullable(),
  /** Rows of older versions have no revision. */
  draftId: z.string().nullable(),
  draftRevision: z.int().min(0).nullable().default(null),
  undoes: z.string().nullable(),
  /** Texts with inserted secrets, which are not shown again. */
  shownAs: z.array(ShownAs).exactOptional(),
});
export type PlanItem = z.infer<typeof PlanItem>;

/** `gone`: deleted or replaced. `conflict`: the user must decide. `blocked`: see `problem`. */
export const RowState = z.enum(['ready', 'unchanged', 'conflict', 'gone', 'blocked']);
export type RowState = z.infer<typeof RowState>;

/** Only the content of a row is ever sent. */
export const PlanRow = PlanItem.extend({
  /** Includes live changes, unless there is a conflict. */
  definition: WebhookDefinition.nullable(),
  state: RowState,
  reasons: z.array(z.string()),
  /** State when the plan was made. A row is sent only if this is still the live state. */
  live: Webhook.nullable(),
  problem: Problem.nullable(),
});
export type PlanRow = z.infer<typeof PlanRow>;

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

export const RowResult = z.object({
  key: z.string(),
  outcome: RowOutcome,
  webhookId: z.int().nullable(),
  entryId: z.string().nullable(),
  notes: z.array(z.string()),
  problem: Problem.nullable(),
});
export type RowResult = z.infer<typeof RowResult>;

export const RunOptions = z.object({
  atOnce: z.int().min(1).max(10).default(4),
  onFailure: z.enum(['stop', 'go-on']).default('stop'),
});
export type RunOptions = z.infer<typeof RunOptions>;
