import { z } from 'zod';
import { WriteAction } from '../journal/entry.ts';
import { Problem } from '../problem.ts';
import { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { ShownAs } from './shown-as.ts';

/** One thing that is to be done on one installation. */
export const PlanItem = z.object({
  /** Tells it from the other rows of its plan. */
  key: z.string().min(1),
  connectionId: z.string(),
  action: WriteAction,
  /** The webhook as the person last saw it; `null` for a create. */
  base: Webhook.nullable(),
  /** What is meant; `null` for a delete. */
  definition: WebhookDefinition.nullable(),
  /** The draft that it comes from, and its revision; rows of older versions have no revision. */
  draftId: z.string().nullable(),
  draftRevision: z.int().min(0).nullable().default(null),
  /** The journal entry that it takes back. */
  undoes: z.string().nullable(),
  /** Texts of the definition with secrets that somebody gave for it: they are not shown again. */
  shownAs: z.array(ShownAs).exactOptional(),
});
export type PlanItem = z.infer<typeof PlanItem>;

/**
 * How a row stands before it is run. `ready`: it can be sent. `unchanged`: the installation holds it
 * already. `conflict`: both sides changed the same, and a person must decide. `gone`: the webhook was
 * deleted or replaced there. `blocked`: it cannot be sent, as its problem says.
 */
export const RowState = z.enum(['ready', 'unchanged', 'conflict', 'gone', 'blocked']);
export type RowState = z.infer<typeof RowState>;

/** An item held against what the installation holds. Nothing goes out that is not in here. */
export const PlanRow = PlanItem.extend({
  /** With the changes of both sides, where there was no conflict. */
  definition: WebhookDefinition.nullable(),
  state: RowState,
  /** Why it stands so, and what a person should know, a sentence each. */
  reasons: z.array(z.string()),
  /** What the installation held when the plan was made; a row is sent only while it still does. */
  live: Webhook.nullable(),
  problem: Problem.nullable(),
});
export type PlanRow = z.infer<typeof PlanRow>;

/** What became of a row. */
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
  /** The id on the installation; a new one after a create. */
  webhookId: z.int().nullable(),
  /** Its journal entry; `null` where nothing was sent. */
  entryId: z.string().nullable(),
  notes: z.array(z.string()),
  problem: Problem.nullable(),
});
export type RowResult = z.infer<typeof RowResult>;

export const RunOptions = z.object({
  /** Requests at once to one installation. */
  atOnce: z.int().min(1).max(10).default(4),
  onFailure: z.enum(['stop', 'go-on']).default('stop'),
});
export type RunOptions = z.infer<typeof RunOptions>;
