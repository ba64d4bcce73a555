import { mergeWebhook } from '../merge/merge-webhook.ts';
import { resolveAll } from '../merge/resolve-conflicts.ts';
import type { Seen } from './decide-row.ts';
import { blankItem, type PlanItem, sharedReasons } from './plan.ts';
import { sameContent } from '../webhook/difference.ts';
import {
  definitionOf,
  digestOf,
  type Webhook,
  type WebhookDefinition,
} from '../webhook/webhook.ts';
import type { EntryOutcome, JournalEntry, WriteAction } from '../journal/entry.ts';

/** The members of an entry that an undo needs. Few, because a plan undoes many entries at once. */
export type UndoneEntry = Pick<
  JournalEntry,
  'id' | 'sequence' | 'connectionId' | 'webhookId' | 'action' | 'before' | 'after' | 'outcome'
>;

/** Entries of one webhook, the newest first. One plan row undoes them all. */
export type UndoGroup = readonly UndoneEntry[];

/** An entry that is not undone, and why. */
export interface SkippedEntry {
  readonly entryId: string;
  readonly reason: string;
}

export interface UndoItem extends PlanItem {
  readonly reasons: readonly string[];
  /** The version that History shows after the newest change. */
  readonly seen?: Seen;
}

/**
 * Groups the entries by webhook.
 * @param alreadyUndone ids of entries whose undo was applied
 */
export function undoGroups(
  entries: readonly UndoneEntry[],
  alreadyUndone: ReadonlySet<string> = new Set(),
): {
  readonly groups: readonly UndoGroup[];
  readonly skipped: readonly SkippedEntry[];
} {
  const newestFirst = entries.toSorted((a, b) => b.sequence - a.sequence);
  const reasonToSkip = (entry: UndoneEntry): string | null => {
    if (alreadyUndone.has(entry.id)) return undoneAlready;
    return nothingToUndo[entry.outcome] ?? (webhookIdOf(entry) === null ? idUnknown : null);
  };
  const undoable = newestFirst.filter((entry) => reasonToSkip(entry) === null);
  const groups = Map.groupBy(undoable, (entry) => `${entry.connectionId}/${webhookIdOf(entry)}`);
  const skipped = newestFirst.flatMap((entry) => {
    const reason = reasonToSkip(entry);
    return reason === null ? [] : [{ entryId: entry.id, reason }];
  });
  return { groups: [...groups.values()], skipped };
}

const webhookIdOf = ({ after, webhookId }: UndoneEntry): number | null => after?.id ?? webhookId;

const nothingToUndo: Readonly<Record<EntryOutcome, string | null>> = {
  done: null,
  differs: null,
  failed: 'The change failed, so there is nothing to undo.',
  'not-applied': 'The change was not applied, so there is nothing to undo.',
  sent: 'The result is not known yet. Check it first.',
  unknown: 'The result is not known. Check it first.',
};

const undoneAlready = 'This change was undone already. Undo that undo first.';

const idUnknown = 'The id of the created webhook is not known.';

/**
 * Restores the state before the oldest entry. `base` is the state after the newest one, so that other
 * changes stay or show as a conflict. Returns the reason if there is nothing to undo.
 * @param isRedo whether the entries are undos. It decides words only.
 */
export function undoItemOf(group: UndoGroup, isRedo = false): UndoItem | string {
  const newest = group[0];
  const oldest = group.at(-1);
  if (newest === undefined || oldest === undefined) return 'There is nothing to undo.';
  // The newest: undoing it once more could create a deleted webhook again, while older ones change nothing then.
  const { connectionId, id } = newest;
  const item = (action: WriteAction): PlanItem => ({
    ...blankItem(connectionId, `undo/${id}`, action),
    undoes: id,
  });
  const countNote = group.length === 1 ? [] : [`Undoes ${group.length} changes at once.`];
  const original = originalOf(group);
  if (newest.action === 'delete') {
    if (original === null)
      return 'The webhook was created and deleted again, so there is nothing to undo.';
    return {
      ...item('create'),
      definition: withoutIds(original.definition),
      reasons: [
        'Creates the deleted webhook again, with a new id.',
        ...countNote,
        ...unreportedNotes(oldest.before),
      ],
    };
  }
  const base = newest.after;
  if (base === null)
    return 'The version after this change is not known, so Hookdesk cannot undo it safely.';
  if (original === null) {
    const reasons = ['Deletes the created webhook.', ...countNote];
    return { ...item('delete'), base, seen: seenAs(base), reasons };
  }
  return {
    ...item('update'),
    base,
    seen: seenAs(base),
    // Recreated headers have new ids, which the merge takes from the live webhook.
    definition: mergeWebhook(base, original.definition, base).merged,
    reasons: [
      isRedo ? sharedReasons.redoes : sharedReasons.restores,
      ...countNote,
      ...(original.isMixed ? [otherChangesStay] : []),
    ],
  };
}

const seenAs = (base: Webhook): Seen => ({
  digest: digestOf(base),
  otherwise:
    'Changed since the update that this undoes. Compare the current version before you select the row.',
});

const otherChangesStay =
  'Other changes in between stay, except where they changed the same fields.';

/**
 * The definition without the changes of the group. `isMixed`: it has changes that others made in between. `null`
 * if the webhook did not exist before.
 */
function originalOf(group: UndoGroup): { definition: WebhookDefinition; isMixed: boolean } | null {
  let definition: WebhookDefinition | null = null;
  let isMixed = false;
  for (const { before, after } of group) {
    if (before === null) return null;
    if (definition === null || after === null || sameContent(after, definition)) {
      definition = definitionOf(before);
    } else {
      isMixed = true;
      definition = resolveAll(mergeWebhook(after, before, definition), 'draft');
    }
  }
  return definition === null ? null : { definition, isMixed };
}

export const withoutIds = (definition: WebhookDefinition): WebhookDefinition => ({
  ...definition,
  headers: definition.headers.map((header) => ({ ...header, id: null })),
});

export function unreportedNotes(before: Pick<Webhook, 'unreported'> | null): string[] {
  const fields = before?.unreported ?? [];
  if (fields.length === 0) return [];
  return [`The installation did not report ${fields.join(', ')}. Check the values in the request.`];
}
