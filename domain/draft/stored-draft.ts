import { z } from 'zod';
import { Webhook, WebhookDefinition } from '../webhook/webhook.ts';

export const StoredDraft = z.object({
  id: z.string().min(1).max(300),
  connectionId: z.string().nullable(),
  webhookId: z.int().nullable(),
  /** The webhook as the draft last saw it; `null` for a new one. */
  base: Webhook.nullable(),
  definition: WebhookDefinition,
  editedAt: z.date(),
  /** Grows with each change and is never reused. 0 in drafts of older versions. */
  revision: z.int().min(0).default(0),
  /** Publications up to this revision are in `base`, or of a former draft with this id. `null` for none. */
  settledRevision: z.int().min(0).nullable().default(null),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

export const DraftEdit = StoredDraft.omit({ revision: true, settledRevision: true });
export type DraftEdit = z.infer<typeof DraftEdit>;
