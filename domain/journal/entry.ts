import { z } from 'zod';
import { Problem } from '../problem.ts';
import { VariantId } from '../webhook/variant.ts';
import { Webhook, WebhookDefinition } from '../webhook/webhook.ts';

/** What a request was meant to do to a webhook. */
export const WriteAction = z.enum(['create', 'update', 'delete']);
export type WriteAction = z.infer<typeof WriteAction>;

/**
 * What became of a request. `sent`: it is under way, or Hookdesk ended before its outcome was known.
 * `done`: read back, and the installation holds what was meant. `differs`: read back, and it holds
 * something else. `not-applied`: reading showed that nothing had changed. `failed`: refused, and nothing
 * was changed. `unknown`: the answer was lost, or the installation could not be read; reading settles it, at
 * the latest once the installation must have finished the request.
 */
export const EntryOutcome = z.enum(['sent', 'done', 'differs', 'not-applied', 'failed', 'unknown']);
export type EntryOutcome = z.infer<typeof EntryOutcome>;

/** Outcomes that reading has still to settle. */
export const isOpen = (outcome: EntryOutcome): boolean =>
  outcome === 'sent' || outcome === 'unknown';

/** Outcomes of requests that changed something, so that an undo has something to do. */
export const isUndoable = (outcome: EntryOutcome): boolean =>
  outcome === 'done' || outcome === 'differs';

/** Numbers in ascending stretches, both ends included: ids of a list take little room that way. */
export const IdRanges = z.array(z.tuple([z.int(), z.int()]));
export type IdRanges = z.infer<typeof IdRanges>;

/** One request that changed, or was to change, a webhook. On disk before the request leaves. */
export const JournalEntry = z.object({
  id: z.string(),
  /** 0 when begun, one more with each outcome; entries of older versions have none. */
  revision: z.int().min(0).default(0),
  at: z.date(),
  /** When its outcome was known; `null` while it is not. */
  endedAt: z.date().nullable(),
  /** The name that the operating system has for the person. */
  who: z.string(),
  connectionId: z.string(),
  /** As the installation was called then. */
  connectionName: z.string(),
  variant: VariantId,
  action: WriteAction,
  /** `null` for a create whose id is not known. */
  webhookId: z.int().nullable(),
  /** As the installation held it just before; `null` for a create. */
  before: Webhook.nullable(),
  /** What was meant; `null` for a delete. */
  meant: WebhookDefinition.nullable(),
  /** The request without the auth token. */
  request: z.object({ method: z.string(), url: z.string(), body: z.string().nullable() }),
  /** As it was read back; `null` where it is not there, or was not read. */
  after: Webhook.nullable(),
  outcome: EntryOutcome,
  problem: Problem.nullable(),
  notes: z.array(z.string()),
  /** Ids that the list had before a create; what is new is looked for beside them. `null` else. */
  knownIds: IdRanges.nullable(),
  /** The plan that it was part of, and its row there. */
  planId: z.string().nullable(),
  rowKey: z.string().nullable(),
  /** The entry that it takes back. */
  undoes: z.string().nullable(),
  /** The draft that it publishes, and the revision that was sent; `null` where it comes from none. */
  draftId: z.string().nullable().default(null),
  draftRevision: z.int().min(0).nullable().default(null),
  /** Open entries of the same intent: a person decided to send it all the same. */
  despiteOpen: z.array(z.string()).default([]),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** The part of an entry that a list shows. */
export const EntrySummary = JournalEntry.pick({
  id: true,
  at: true,
  endedAt: true,
  who: true,
  connectionId: true,
  connectionName: true,
  variant: true,
  action: true,
  webhookId: true,
  outcome: true,
  planId: true,
  undoes: true,
}).extend({
  /** The webhook's name: what was meant, or was there before. */
  name: z.string(),
  /** What was changed, in a few words: fields and headers. */
  changes: z.string(),
  /** The problem's sentence or the first note; `null` where there is nothing to say. */
  remark: z.string().nullable(),
});
export type EntrySummary = z.infer<typeof EntrySummary>;
