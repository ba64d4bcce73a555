import { z } from 'zod';
import { Webhook, WebhookDefinition } from '../webhook/webhook.ts';

/**
 * `main`: the draft of a webhook or of a new one. `fork`: this window's version beside another window's.
 * `earlier`: the stored version that a newer edit met when the file was opened.
 */
const DraftKind = z.enum(['main', 'fork', 'earlier']);

export const StoredDraft = z.object({
  /** Opaque. The draft of a webhook has the same id in every window. */
  id: z.string().min(1).max(300),
  kind: DraftKind,
  /** Given at the first edit. Moved, forked, restored and again created drafts keep it; duplicates do not. */
  lineage: z.string().min(1).max(300),
  connectionId: z.string().nullable(),
  webhookId: z.int().nullable(),
  /** The webhook as the draft last saw it; `null` for a new one. */
  base: Webhook.nullable(),
  definition: WebhookDefinition,
  editedAt: z.date(),
  /** Grows with each change and is never reused. */
  revision: z.int().min(0),
  /** Publications of the lineage up to this revision are in `base`. `null` for none. */
  settledRevision: z.int().min(0).nullable(),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** What a restored or forked draft has in common with its original. */
export type DraftIdentity = Pick<StoredDraft, 'kind' | 'lineage' | 'settledRevision'>;

export const identityOf = ({ kind, lineage, settledRevision }: DraftIdentity): DraftIdentity => ({
  kind,
  lineage,
  settledRevision,
});

export const DraftEdit = StoredDraft.omit({ revision: true });
export type DraftEdit = z.infer<typeof DraftEdit>;
