import { z } from 'zod';
import { fitToVariant, unknownFieldsNotCopied } from '../webhook/fit-variant.ts';
import type { VariantId } from '../webhook/variant.ts';
import { definitionOf, Webhook, WebhookDefinition } from '../webhook/webhook.ts';

/**
 * `main`: the draft of a webhook or of a new one. `fork`: this window's version beside another window's.
 * `earlier`: the stored version that a newer edit met when the file was opened.
 */
const DraftKind = z.enum(['main', 'fork', 'earlier']);

/** Unpublished edits of a webhook, or an unpublished new webhook, as stored. */
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

/** A change of a draft, before the store gives it a revision. */
export const DraftEdit = StoredDraft.omit({ revision: true });
export type DraftEdit = z.infer<typeof DraftEdit>;

interface MovedDraft {
  readonly definition: WebhookDefinition;
  /** Sentences for the person who moves the draft. */
  readonly losses: readonly string[];
}

/**
 * A draft for an installation of another variant. It is a new webhook, because ids belong to the installation that
 * gave them.
 */
export function moveDraft(
  draft: Pick<StoredDraft, 'base' | 'definition'>,
  to: VariantId,
): MovedDraft {
  const { base } = draft;
  const copy = definitionOf(draft.definition);
  const { definition, losses } = fitToVariant(
    { ...copy, headers: copy.headers.map((header) => ({ ...header, id: null })) },
    to,
  );
  return {
    definition,
    losses: [
      ...(base === null
        ? []
        : [
            `The draft creates a new webhook. Webhook ${base.id} (“${base.name}”) does not change.`,
            ...unknownFieldsNotCopied(base),
          ]),
      ...losses.map(({ message }) => message),
    ],
  };
}
