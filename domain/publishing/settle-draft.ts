import type { JournalEntry } from '../journal/entry.ts';
import { pairHeaders } from '../merge/pair-headers.ts';
import { mergeWebhook } from '../merge/merge.ts';
import { resolveAll } from '../merge/resolve.ts';
import { isUnchanged } from '../webhook/difference.ts';
import type { Header, Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import type { StoredDraft } from '../draft/stored-draft.ts';

/** The part of a journal entry that settles a draft. */
export type SettlingEntry = Pick<
  JournalEntry,
  'draftId' | 'draftRevision' | 'outcome' | 'before' | 'meant' | 'after'
>;

/** What becomes of a draft once a request that publishes it has its outcome. */
export type SettledDraft =
  | { readonly kind: 'kept' }
  /** Nothing is left to publish. */
  | { readonly kind: 'published'; readonly webhook: Webhook }
  | { readonly kind: 'rebased'; readonly draft: StoredDraft };

const kept: SettledDraft = { kind: 'kept' };

/**
 * Settles a draft by an entry that publishes it. Done: it goes on with what was edited since, on top of
 * what was read, or goes. Differs: all edits stay, on top of what was read. Else it stays as it is. Doing
 * it again with the same entry changes nothing. The caller gives a changed draft its revision.
 */
export function settleDraft(entry: SettlingEntry, draft: StoredDraft): SettledDraft {
  const { draftRevision, outcome, before, meant, after } = entry;
  const isOfDraft = entry.draftId === draft.id && draftRevision !== null;
  if (!isOfDraft || draftRevision <= (draft.settledRevision ?? -1)) return kept;
  if ((outcome !== 'done' && outcome !== 'differs') || meant === null || after === null) {
    return kept;
  }
  // A draft of an older version has the revision 0, however often it was edited.
  const isEdited = draftRevision === 0 || draft.revision !== draftRevision;
  if (outcome === 'done' && !isEdited) return { kind: 'published', webhook: after };
  // What was sent is the draft on top of what the installation held.
  const sentFrom =
    before === null || draft.base === null
      ? draft.definition
      : onTop(draft.base, draft.definition, before);
  // What was edited since counts from what was sent: it may take back an edit that was sent.
  const definition = onTop(meant, sentFrom, outcome === 'done' ? after : stillMeant(entry, after));
  if (isUnchanged(after, definition)) return { kind: 'published', webhook: after };
  return {
    kind: 'rebased',
    draft: {
      ...draft,
      webhookId: after.id,
      base: after,
      definition,
      settledRevision: draftRevision,
    },
  };
}

/** The edits between `base` and `mine` on top of `live`; where both changed the same, the edit stays. */
function onTop(
  base: WebhookDefinition,
  mine: WebhookDefinition,
  live: WebhookDefinition,
): WebhookDefinition {
  return resolveAll(mergeWebhook(base, mine, live), 'draft');
}

/** What was sent, on top of what the installation made of it. */
function stillMeant({ before, meant }: SettlingEntry, after: Webhook): WebhookDefinition {
  if (meant === null) return after;
  return before === null
    ? { ...meant, headers: withIdsOf(after.headers, meant.headers) }
    : onTop(before, meant, after);
}

/** Headers with the ids of those that they are on the installation; `null` where they are new there. */
function withIdsOf(live: readonly Header[], headers: readonly Header[]): Header[] {
  const { partners } = pairHeaders(headers, live);
  return headers.map((header, index) => ({ ...header, id: partners[index]?.id ?? null }));
}
