import {
  type SkippedEntry,
  type UndoItem,
  type UndoneEntry,
  undoGroups,
  undoItemOf,
} from '../undo.ts';

interface Undo {
  readonly items: readonly UndoItem[];
  readonly skipped: readonly SkippedEntry[];
}

/** Groups entries and undoes each group. */
export function undoOf(entries: readonly UndoneEntry[]): Undo {
  const { groups, skipped } = undoGroups(entries);
  const undone = groups.map((group) => ({ group, item: undoItemOf(group) }));
  return {
    items: undone.flatMap(({ item }) => (typeof item === 'string' ? [] : [item])),
    skipped: [
      ...skipped,
      ...undone.flatMap(({ group, item }) =>
        typeof item === 'string' ? group.map(({ id }) => ({ entryId: id, reason: item })) : [],
      ),
    ],
  };
}
