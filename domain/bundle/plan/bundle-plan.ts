import { z } from 'zod';
import { Issue } from '../../webhook/check.ts';
import { Loss } from '../../webhook/fit-variant.ts';
import { PayloadType } from '../../webhook/variant.ts';
import { Webhook, WebhookDefinition } from '../../webhook/webhook.ts';
import { FileFault } from '../reading/file-fault.ts';

/** A webhook of the installation that a row of a file could be meant for, and why. */
export const Alternative = z.object({
  webhookId: z.int(),
  name: z.string(),
  /** What tells it from others of its name. */
  url: z.string(),
  method: z.string(),
  enabled: z.boolean(),
  because: z.array(z.enum(['same-name', 'similar-name', 'same-url', 'former-id'])),
});
export type Alternative = z.infer<typeof Alternative>;

/** What a person must say before a row can be published. */
export const Question = z.discriminatedUnion('kind', [
  /** Which webhook is meant, or that it is to be a new one: see the alternatives. */
  z.object({ kind: z.literal('pair') }),
  /** The value of a secret; asked for once per name and installation. */
  z.object({ kind: z.literal('secret'), name: z.string() }),
  /** Another method, because the installation does not take the file's. */
  z.object({
    kind: z.literal('method'),
    given: z.string(),
    choices: z.array(z.string()),
    proposed: z.string(),
  }),
  /** Whether a webhook for jobs is wanted where every webhook is for alerts. */
  z.object({ kind: z.literal('jobs-become-alerts') }),
]);
export type Question = z.infer<typeof Question>;

/** What a person has said about one row on one installation. */
export const Decision = z.object({
  /** The webhook that is meant, by its id. */
  pairWith: z.union([z.int(), z.literal('create')]).optional(),
  method: z.string().optional(),
  payloadType: PayloadType.optional(),
  jobsBecomeAlerts: z.boolean().optional(),
});
export type Decision = z.infer<typeof Decision>;

/**
 * `decision`: a person must say something first, see its questions. `invalid`: it cannot be sent to this
 * installation, see its issues or its fault.
 */
const BundleRowKind = z.enum(['create', 'update', 'unchanged', 'removal', 'decision', 'invalid']);
export type BundleRowKind = z.infer<typeof BundleRowKind>;

/** A webhook of a file held against an installation, or one there that the file does not have. */
export const BundlePlanRow = z.object({
  /** Tells it from all other rows of the plan, whatever installation they are for. */
  key: z.string(),
  /** The row's key in the file; `null` for a removal. */
  rowKey: z.string().nullable(),
  connectionId: z.string(),
  name: z.string(),
  kind: BundleRowKind,
  /** Whether it is done unless somebody says otherwise. Removals are never. */
  ticked: z.boolean(),
  /** What the installation holds; `null` for a create. */
  base: Webhook.nullable(),
  /** What is meant, complete; `null` for a removal, and while something must be decided first. */
  definition: WebhookDefinition.nullable(),
  /** Why it is what it is, and what a person should know, a sentence each. */
  reasons: z.array(z.string()),
  /** What the installation's variant does not take. */
  losses: z.array(Loss),
  questions: z.array(Question),
  alternatives: z.array(Alternative),
  issues: z.array(Issue),
  /** Why the file's row cannot be read, and where. */
  fault: FileFault.nullable(),
});
export type BundlePlanRow = z.infer<typeof BundlePlanRow>;

/** What a file would do on one installation. */
export const BundlePlan = z.object({
  connectionId: z.string(),
  /** In the order of the file, removals last. */
  rows: z.array(BundlePlanRow),
});
export type BundlePlan = z.infer<typeof BundlePlan>;
