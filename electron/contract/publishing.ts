import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { FieldDifference } from '#domain/webhook/difference.ts';
import { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import { ConnectionId, procedure } from './procedure.ts';
import { WebhookAddress } from './webhooks.ts';

/** The exact request, with the auth token masked. */
export const OutboundRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
});
export type OutboundRequest = z.infer<typeof OutboundRequest>;

export const PublishOutcome = z.object({
  /** `not-applied`: nothing had changed. `unverified`: accepted, but reading back failed. */
  kind: z.enum(['identical', 'differs', 'not-applied', 'unverified']),
  entryId: z.string(),
  created: z.boolean(),
  webhook: Webhook.nullable(),
  /** `before` is the intended value, `after` the value read back. */
  differences: z.array(FieldDifference),
  headersDiffer: z.boolean(),
  notes: z.array(z.string()),
});
export type PublishOutcome = z.infer<typeof PublishOutcome>;

/** Cancellable until `sending`. */
export const PublishEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), step: z.enum(['checking', 'sending', 'reading-back']) }),
  z.object({ kind: z.literal('outcome'), outcome: PublishOutcome }),
]);
export type PublishEvent = z.infer<typeof PublishEvent>;

export const PreviewInput = ConnectionId.extend({
  /** The webhook when the draft began; `null` for a new webhook. */
  base: Webhook.nullable(),
  definition: WebhookDefinition,
});
export type PreviewInput = z.infer<typeof PreviewInput>;

/** Ids of webhooks. */
const NamedBefore = z.array(z.int());

export const PublishPreview = z.object({
  request: OutboundRequest,
  /** Webhooks of the last list that have the name of a new webhook. */
  namedBefore: NamedBefore,
});
export type PublishPreview = z.infer<typeof PublishPreview>;

export const PublishInput = z.object({
  draftId: z.string(),
  revision: z.int(),
  /** Publish although the outcome of an earlier request is unknown. */
  despiteOpen: z.boolean().default(false),
  /** What the preview said. A webhook that got the name since stops the create. */
  namedBefore: NamedBefore.default([]),
});
export type PublishInput = z.infer<typeof PublishInput>;

export const DecideCreateInput = z.object({
  entryId: z.string(),
  /** The candidate that the create made; `null` for none. */
  webhookId: z.int().nullable(),
});
export type DecideCreateInput = z.infer<typeof DecideCreateInput>;

export const publishingProcedures = {
  preview: procedure.input(PreviewInput).output(PublishPreview),
  /** Rejects with `unfinished` while an earlier request of the draft is open. */
  publish: procedure.input(PublishInput).output(eventIterator(PublishEvent)),
  /** Ends an unknown create whose webhook the installation stored in another form. Sends no write. */
  decideCreate: procedure.input(DecideCreateInput).output(z.void()),
  previewRemoval: procedure.input(WebhookAddress).output(OutboundRequest),
  /** Deletes only if the webhook still equals `base`. */
  remove: procedure.input(ConnectionId.extend({ base: Webhook })).output(z.void()),
};
