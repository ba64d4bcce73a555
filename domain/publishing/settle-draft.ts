import type { JournalEntry } from '../journal/entry.ts';
import { pairHeaders } from '../merge/pair-headers.ts';
import { mergeWebhook } from '../merge/merge-webhook.ts';
import { resolveAll } from '../merge/resolve-conflicts.ts';
import { isUnchanged } from '../webhook/difference.ts';
import type { Header, Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import type { StoredDraft } from '../draft/stored-draft.ts';

/** The members of an entry that decide about its draft. */
export type SettlingEntry = Pick<
  JournalEntry,
  | 'action'
  | 'connectionId'
  | 'lineage'
  | 'draftId'
  | 'draftRevision'
  | 'outcome'
  | 'before'
  | 'meant'
  | 'after'
>;

/** A draft after an entry of its lineage. `published`: nothing is left to send, so the draft goes. */
export type SettledDraft =
  | { readonly kind: 'kept' }
  | { readonly kind: 'published'; readonly webhook: Webhook }
  | { readonly kind: 'rebased'; readonly draft: StoredDraft };

const keptDraft: SettledDraft = { kind: 'kept' };

/** A create concerns every draft of its lineage on the installation, an update only the draft that was sent. */
export function concerns(
  entry: Pick<SettlingEntry, 'action' | 'connectionId' | 'lineage' | 'draftId' | 'draftRevision'>,
  draft: Pick<StoredDraft, 'id' | 'lineage' | 'connectionId' | 'settledRevision'>,
): boolean {
  const { action, connectionId, lineage, draftId, draftRevision } = entry;
  return (
    lineage === draft.lineage &&
    connectionId === draft.connectionId &&
    (action === 'create' || draftId === draft.id) &&
    draftRevision !== null &&
    draftRevision > (draft.settledRevision ?? -1)
  );
}

/**
 * Applies the outcome of an entry to a draft of its lineage. `done`: later edits stay on top of the result.
 * `differs`: all edits stay on top of it. Other outcomes change nothing. Idempotent. The caller sets the revision.
 */
export function settleDraft(entry: SettlingEntry, draft: StoredDraft): SettledDraft {
  const { draftRevision, outcome, before, meant, after } = entry;
  if (!concerns(entry, draft) || draftRevision === null) return keptDraft;
  if ((outcome !== 'done' && outcome !== 'differs') || meant === null || after === null) {
    return keptDraft;
  }
  const isEdited = draft.revision !== draftRevision;
  if (outcome === 'done' && !isEdited) return { kind: 'published', webhook: after };
  // The request sent the draft on top of `before`.
  const edited =
    before === null || draft.base === null
      ? draft.definition
      : onTop(draft.base, draft.definition, before);
  const result = outcome === 'done' ? after : withRequestedEdits(entry, after);
  // Later edits count from the sent definition, because they may revert a sent edit.
  const definition = onTop(meant, edited, result);
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

/** The edits from `base` to `edited`, on top of `live`. An edit wins a conflict. */
function onTop(
  base: WebhookDefinition,
  edited: WebhookDefinition,
  live: WebhookDefinition,
): WebhookDefinition {
  return resolveAll(mergeWebhook(base, edited, live), 'draft');
}

/** The webhook after a mismatch, with the sent edits that the installation did not store. */
function withRequestedEdits({ before, meant }: SettlingEntry, after: Webhook): WebhookDefinition {
  if (meant === null) return after;
  return before === null
    ? { ...meant, headers: withIdsOf(after.headers, meant.headers) }
    : onTop(before, meant, after);
}

function withIdsOf(live: readonly Header[], headers: readonly Header[]): Header[] {
  const { partners } = pairHeaders(headers, live);
  return headers.map((header, index) => ({ ...header, id: partners[index]?.id ?? null }));
}

/** The draft after several entries; `null` when they published everything. */
export function afterEntries(
  draft: StoredDraft,
  entries: readonly SettlingEntry[],
): StoredDraft | null {
  let current = draft;
  for (const entry of entries) {
    const settled = settleDraft(entry, current);
    if (settled.kind === 'published') return null;
    if (settled.kind === 'rebased') current = settled.draft;
  }
  return current;
}
