import { mergeWebhook } from '../merge/merge-webhook.ts';
import { resolveAll } from '../merge/resolve.ts';
import type { Seen } from './decide-row.ts';
import { blankItem, type PlanItem } from './plan.ts';
import { sameContent } from '../webhook/difference.ts';
import {
  definitionOf,
  digestOf,
  type Webhook,
  type WebhookDefinition,
} from '../webhook/webhook.ts';
import type { EntryOutcome, JournalEntry, WriteAction } from '../journal/entry.ts';

/** Small, because a plan undoes many entries at once. */
export type UndoneEntry = Pick<
  JournalEntry,
  'id' | 'sequence' | 'connectionId' | 'webhookId' | 'action' | 'before' | 'after' | 'outcome'
>;

export type UndoGroup = readonly UndoneEntry[];

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
 * One group per webhook, with its newest entry first.
 * @param undone ids of entries whose undo was applied
 */
export function undoGroups(
  entries: readonly UndoneEntry[],
  undone: ReadonlySet<string> = new Set(),
): {
  readonly groups: readonly UndoGroup[];
  readonly skipped: readonly SkippedEntry[];
} {
  const newestFirst = entries.toSorted((a, b) => b.sequence - a.sequence);
  const reasonOf = (entry: UndoneEntry): string | null => {
    if (undone.has(entry.id)) return undoneAlready;
    return nothingToUndo[entry.outcome] ?? (webhookIdOf(entry) === null ? idUnknown : null);
  };
  const undoable = newestFirst.filter((entry) => reasonOf(entry) === null);
  const groups = Map.groupBy(undoable, (entry) => `${entry.connectionId}/${webhookIdOf(entry)}`);
  const skipped = newestFirst.flatMap((entry) => {
    const reason = reasonOf(entry);
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
 */
export function undoItemOf(group: UndoGroup): UndoItem | string {
  const newest = group[0];
  const oldest = group.at(-1);
  if (newest === undefined || oldest === undefined) return 'There is nothing to undo.';
  const { connectionId, id } = oldest;
  const item = (action: WriteAction): PlanItem => ({
    ...blankItem(connectionId, `undo/${id}`, action),
    undoes: id,
  });
  const several = group.length === 1 ? [] : [`Undoes ${group.length} changes at once.`];
  const goal = goalOf(group);
  if (newest.action === 'delete') {
    if (goal === null)
      return 'The webhook was created and deleted again, so there is nothing to undo.';
    return {
      ...item('create'),
      definition: withoutIds(goal.definition),
      reasons: [
        'Creates the deleted webhook again, with a new id.',
        ...several,
        ...unreportedThen(oldest.before),
      ],
    };
  }
  const base = newest.after;
  if (base === null)
    return 'The version after this change is not known, so Hookdesk cannot undo it safely.';
  if (goal === null) {
    const reasons = ['Deletes the created webhook.', ...several];
    return { ...item('delete'), base, seen: seenAs(base), reasons };
  }
  return {
    ...item('update'),
    base,
    seen: seenAs(base),
    // Recreated headers have new ids, which the merge takes from the live webhook.
    definition: mergeWebhook(base, goal.definition, base).merged,
    reasons: [
      'Restores the version before this update.',
      ...several,
      ...(goal.isMixed ? [mixed] : []),
    ],
  };
}

const seenAs = (base: Webhook): Seen => ({
  digest: digestOf(base),
  otherwise:
    'Changed since the update that this undoes. Compare the current version before you select the row.',
});

const mixed = 'Other changes in between stay, except where they changed the same fields.';

/** Takes out each change, so that changes in between stay. `null` if the webhook did not exist before. */
function goalOf(group: UndoGroup): { definition: WebhookDefinition; isMixed: boolean } | null {
  let goal: WebhookDefinition | null = null;
  let isMixed = false;
  for (const { before, after } of group) {
    if (before === null) return null;
    const isNext: boolean = goal === null || after === null || sameContent(after, goal);
    if (isNext || goal === null || after === null) goal = definitionOf(before);
    else {
      isMixed = true;
      goal = resolveAll(mergeWebhook(after, before, goal), 'draft');
    }
  }
  return goal === null ? null : { definition: goal, isMixed };
}

const withoutIds = (definition: WebhookDefinition): WebhookDefinition => ({
  ...definition,
  headers: definition.headers.map((header) => ({ ...header, id: null })),
});

function unreportedThen(before: Webhook | null): string[] {
  const fields = before?.unreported ?? [];
  if (fields.length === 0) return [];
  return [`The installation did not report ${fields.join(', ')}. Check the values in the request.`];
}
