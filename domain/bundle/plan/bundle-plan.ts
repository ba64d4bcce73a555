import { z } from 'zod';
import { Issue } from '../../webhook/check.ts';
import { Loss } from '../../webhook/fit-variant.ts';
import { PayloadType } from '../../webhook/variant.ts';
import { Webhook, WebhookDefinition } from '../../webhook/webhook.ts';
import { FileFault } from '../reading/file-fault.ts';

export const Alternative = z.object({
  webhookId: z.int(),
  name: z.string(),
  url: z.string(),
  method: z.string(),
  enabled: z.boolean(),
  because: z.array(z.enum(['same-name', 'similar-name', 'same-url', 'former-id'])),
});
export type Alternative = z.infer<typeof Alternative>;

export const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pair') }),
  /** Asked once per name and installation. */
  z.object({ kind: z.literal('secret'), name: z.string() }),
  z.object({
    kind: z.literal('method'),
    given: z.string(),
    choices: z.array(z.string()),
    proposed: z.string(),
  }),
  /** A webhook for jobs, on a variant that has webhooks for alerts only. */
  z.object({ kind: z.literal('jobs-become-alerts') }),
]);
export type Question = z.infer<typeof Question>;

export const Decision = z.object({
  pairWith: z.union([z.int(), z.literal('create')]).optional(),
  method: z.string().optional(),
  payloadType: PayloadType.optional(),
  jobsBecomeAlerts: z.boolean().optional(),
});
export type Decision = z.infer<typeof Decision>;

/** `decision`: see the questions. `invalid`: cannot be sent, see the issues or the fault. */
const BundleRowKind = z.enum(['create', 'update', 'unchanged', 'removal', 'decision', 'invalid']);
export type BundleRowKind = z.infer<typeof BundleRowKind>;

export const BundlePlanRow = z.object({
  /** Unique among the plans for all installations. */
  key: z.string(),
  rowKey: z.string().nullable(),
  connectionId: z.string(),
  name: z.string(),
  kind: BundleRowKind,
  /** Initial state; never `true` for a removal. */
  ticked: z.boolean(),
  base: Webhook.nullable(),
  /** `null` for a removal, and while a question blocks the row. */
  definition: WebhookDefinition.nullable(),
  reasons: z.array(z.string()),
  losses: z.array(Loss),
  questions: z.array(Question),
  alternatives: z.array(Alternative),
  issues: z.array(Issue),
  fault: FileFault.nullable(),
});
export type BundlePlanRow = z.infer<typeof BundlePlanRow>;

export const BundlePlan = z.object({
  connectionId: z.string(),
  /** In file order, removals last. */
  rows: z.array(BundlePlanRow),
});
export type BundlePlan = z.infer<typeof BundlePlan>;
