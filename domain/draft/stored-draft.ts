import { z } from 'zod';
import { Webhook, WebhookDefinition } from '../webhook/webhook.ts';

/** A draft as it is kept: what a person has made of a webhook, and what they started from. */
export const StoredDraft = z.object({
  /** As long as the draft is there it stays the same. */
  id: z.string().min(1).max(300),
  /** The installation that it is meant for; `null` for none yet. */
  connectionId: z.string().nullable(),
  /** `null` for a new webhook. */
  webhookId: z.int().nullable(),
  /** The webhook as the draft last saw it; `null` for a new one. */
  base: Webhook.nullable(),
  definition: WebhookDefinition,
  editedAt: z.date(),
  /** A higher one with each change, and never one that another draft had; 0 from older versions. */
  revision: z.int().min(0).default(0),
  /**
   * Publications of this revision and of earlier ones are in `base`, or were of another draft with this
   * id; `null` for none, from older versions.
   */
  settledRevision: z.int().min(0).nullable().default(null),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** What a person edits of a draft; the host counts the revisions. */
export const DraftEdit = StoredDraft.omit({ revision: true, settledRevision: true });
export type DraftEdit = z.infer<typeof DraftEdit>;
