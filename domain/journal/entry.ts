import { z } from 'zod';
import { Problem } from '../problem.ts';
import { VariantId } from '../webhook/variant.ts';
import { Webhook, WebhookDefinition } from '../webhook/webhook.ts';

export const WriteAction = z.enum(['create', 'update', 'delete']);
export type WriteAction = z.infer<typeof WriteAction>;

/**
 * The result of a request, see `outcomeInWords`. `sent` remains when Hookdesk ends before the outcome is known.
 */
export const EntryOutcome = z.enum(['sent', 'done', 'differs', 'not-applied', 'failed', 'unknown']);
export type EntryOutcome = z.infer<typeof EntryOutcome>;

export const isOpen = (outcome: EntryOutcome): boolean =>
  outcome === 'sent' || outcome === 'unknown';

export const isUndoable = (outcome: EntryOutcome): boolean =>
  outcome === 'done' || outcome === 'differs';

/** A set of ids as ranges: ascending; both ends are included. */
export const IdRanges = z.array(z.tuple([z.int(), z.int()]));
export type IdRanges = z.infer<typeof IdRanges>;

/** A webhook that a create with an unknown outcome may have made. */
export const CreateCandidate = z.object({ id: z.int(), name: z.string() });
export type CreateCandidate = z.infer<typeof CreateCandidate>;

/** A request that changes a webhook. On disk before the request is sent. */
export const JournalEntry = z.object({
  id: z.string(),
  /** 0 at first, one more with each outcome. */
  revision: z.int().min(0),
  /** Rises with each entry of a journal. It decides which request came first; `at` is for people. */
  sequence: z.int().min(0),
  at: z.date(),
  endedAt: z.date().nullable(),
  who: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  variant: VariantId,
  action: WriteAction,
  webhookId: z.int().nullable(),
  /** The webhook before the request; `null` for a create. */
  before: Webhook.nullable(),
  /** The definition that the request sends; `null` for a delete. */
  meant: WebhookDefinition.nullable(),
  /** Without the auth token. */
  request: z.object({ method: z.string(), url: z.string(), body: z.string().nullable() }),
  /** As read back; `null` when absent or not read. */
  after: Webhook.nullable(),
  outcome: EntryOutcome,
  problem: Problem.nullable(),
  notes: z.array(z.string()),
  /** Ids in the list before a create. The created webhook has another id. */
  knownIds: IdRanges.nullable(),
  planId: z.string().nullable(),
  rowKey: z.string().nullable(),
  undoes: z.string().nullable(),
  draftId: z.string().nullable(),
  /** Of the draft, see `StoredDraft`; `null` without a draft. */
  lineage: z.string().nullable(),
  draftRevision: z.int().min(0).nullable(),
  /** The installation accepted the request, so a create must have made a webhook. */
  accepted: z.boolean().default(false),
  /** New webhooks of the installation that an unknown create may have made. A person selects one, or none. */
  candidates: z.array(CreateCandidate).default([]),
  /** Open entries of the same intent. The user chose to send anyway. */
  despiteOpen: z.array(z.string()),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** An entry as a list of History shows it. */
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
  name: z.string(),
  changes: z.string(),
  remark: z.string().nullable(),
});
export type EntrySummary = z.infer<typeof EntrySummary>;

export function rangesOf(ids: Iterable<number>): IdRanges {
  const ranges: IdRanges = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && id <= last[1] + 1) last[1] = Math.max(last[1], id);
    else ranges.push([id, id]);
  }
  return ranges;
}

export const isInRanges = (ranges: IdRanges, id: number): boolean =>
  ranges.some(([from, to]) => from <= id && id <= to);
