import { mergeWebhook } from '../merge/merge.ts';
import { resolve } from '../merge/resolve.ts';
import type { PlanItem } from './plan.ts';
import { sameContent } from '../webhook/difference.ts';
import { definitionOf, type Webhook, type WebhookDefinition } from '../webhook/webhook.ts';
import type { EntryOutcome, JournalEntry } from '../journal/entry.ts';

/** The part of an entry that is needed to undo it: plans undo many at once. */
export type UndoneEntry = Pick<
  JournalEntry,
  'id' | 'at' | 'connectionId' | 'webhookId' | 'action' | 'before' | 'after' | 'outcome'
>;

/** Entries of one webhook, the newest first. */
export type UndoGroup = readonly UndoneEntry[];

/** What takes entries back, and why some of them need nothing. */
export interface Undo {
  /** In the order in which they are to be done: what was done last is taken back first. */
  readonly items: readonly UndoItem[];
  /** Entries that there is nothing to be done for. */
  readonly left: readonly { readonly entryId: string; readonly reason: string }[];
}

/** An item, and what it takes back and what a person should know of that, a sentence each. */
export interface UndoItem extends PlanItem {
  readonly reasons: readonly string[];
}

/**
 * Plans how to take entries back, in whatever order they are given. Several of one webhook become one
 * item, which leads back to before the oldest of them. `base` is what the newest of them left: whatever
 * was changed since then, and in entries that are not among them, stays, or shows as a conflict.
 */
export function undoOf(entries: readonly UndoneEntry[]): Undo {
  const { groups, left } = undoGroups(entries);
  const items: UndoItem[] = [];
  const leftToo = [...left];
  for (const group of groups) {
    const found = undoItemOf(group);
    if (typeof found !== 'string') items.push(found);
    else leftToo.push(...group.map(({ id }) => ({ entryId: id, reason: found })));
  }
  return { items, left: leftToo };
}

/** Entries by webhook, in the order in which these are to be undone, and those that need nothing. */
export function undoGroups(entries: readonly UndoneEntry[]): {
  readonly groups: readonly UndoGroup[];
  readonly left: Undo['left'];
} {
  const newestFirst = entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at.getTime() - a.entry.at.getTime() || a.index - b.index)
    .map(({ entry }) => entry);
  const groups = new Map<string, UndoneEntry[]>();
  const left: { entryId: string; reason: string }[] = [];
  for (const entry of newestFirst) {
    const id = entry.after?.id ?? entry.webhookId;
    const reason = nothingToUndo[entry.outcome] ?? (id === null ? idUnknown : null);
    if (reason !== null) {
      left.push({ entryId: entry.id, reason });
      continue;
    }
    const webhook = `${entry.connectionId}/${id}`;
    const group = groups.get(webhook);
    if (group === undefined) groups.set(webhook, [entry]);
    else group.push(entry);
  }
  return { groups: [...groups.values()], left };
}

/** Why an entry with this outcome needs no undo; `null` where it changed something. */
const nothingToUndo: Readonly<Record<EntryOutcome, string | null>> = {
  done: null,
  differs: null,
  failed: 'It failed and changed nothing.',
  'not-applied': 'It was not applied and changed nothing.',
  sent: 'Its outcome is not known yet. Settle it first.',
  unknown: 'Its outcome is not known. Settle it first.',
};

const idUnknown = 'The id of the webhook that it created is not known.';

/** The item that undoes the entries of one webhook; or why there is none. */
export function undoItemOf(group: UndoGroup): UndoItem | string {
  const newest = group[0];
  const oldest = group.at(-1);
  if (newest === undefined || oldest === undefined) return 'There is nothing to take back.';
  const { connectionId, id } = oldest;
  const common = {
    key: `undo/${id}`,
    connectionId,
    draftId: null,
    draftRevision: null,
    undoes: id,
  };
  const several = group.length === 1 ? [] : [`Takes back ${group.length} changes of it at once.`];
  const goal = goalOf(group);
  if (newest.action === 'delete') {
    if (goal === null) return 'It was created and deleted again, so there is nothing to take back.';
    return {
      ...common,
      action: 'create',
      base: null,
      definition: withoutIds(goal.definition),
      reasons: [
        'Takes back a deletion: creates the webhook again, with a new id.',
        ...several,
        ...unreportedThen(oldest.before),
      ],
    };
  }
  const base = newest.after;
  if (base === null) return 'What it left was not read, so that it cannot be taken back safely.';
  if (goal === null) {
    const reasons = ['Takes back a creation: deletes the webhook.', ...several];
    return { ...common, action: 'delete', base, definition: null, reasons };
  }
  return {
    ...common,
    // Headers that came back meanwhile have other ids: merged with what is there they have those.
    action: 'update',
    base,
    definition: mergeWebhook(base, goal.definition, base).merged,
    reasons: [
      'Takes back an update: the webhook becomes again what it was before.',
      ...several,
      ...(goal.isMixed ? [mixed] : []),
    ],
  };
}

const mixed =
  'Between these changes there were others. They stay, but where both changed the same: there it becomes what it was before.';

/**
 * What the webhook is to be: each change is taken out of what there was after the newest, so that what
 * came between them stays. `null` where it was not there before the oldest.
 */
function goalOf(group: UndoGroup): { definition: WebhookDefinition; isMixed: boolean } | null {
  let goal: WebhookDefinition | null = null;
  let isMixed = false;
  for (const { before, after } of group) {
    if (before === null) return null;
    const isNext: boolean = goal === null || after === null || sameContent(after, goal);
    if (isNext || goal === null || after === null) goal = definitionOf(before);
    else {
      isMixed = true;
      goal = takenOut(after, before, goal);
    }
  }
  return goal === null ? null : { definition: goal, isMixed };
}

/** What leads from `after` back to `before`, done to what there is. */
function takenOut(
  after: WebhookDefinition,
  before: WebhookDefinition,
  now: WebhookDefinition,
): WebhookDefinition {
  const merge = mergeWebhook(after, before, now);
  const choices = merge.conflicts.map(({ path }) => [path, { take: 'draft' }] as const);
  const resolution = resolve(merge, Object.fromEntries(choices));
  return resolution.kind === 'resolved' ? resolution.definition : definitionOf(before);
}

const withoutIds = (definition: WebhookDefinition): WebhookDefinition => ({
  ...definition,
  headers: definition.headers.map((header) => ({ ...header, id: null })),
});

function unreportedThen(before: Webhook | null): string[] {
  const fields = before?.unreported ?? [];
  if (fields.length === 0) return [];
  return [`The installation had not reported ${fields.join(', ')}: look at what is sent for that.`];
}
