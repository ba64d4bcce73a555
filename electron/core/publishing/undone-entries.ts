import { inParts } from '#domain/in-parts.ts';
import { isUndoable } from '#domain/journal/entry.ts';
import type { Journal } from '../journal/journal.ts';

const atOnce = 200;

/** Returns the ids whose undo was applied. An undo that was undone itself does not count. */
export async function undoneEntries(
  journal: Pick<Journal, 'all'>,
  entryIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const undone = new Set<string>();
  for (const ids of inParts(entryIds, atOnce)) {
    const undos = await journal.all({ undoes: ids });
    const applied = undos.filter(({ outcome }) => isUndoable(outcome));
    if (applied.length === 0) continue;
    const revokedIds = await undoneEntries(
      journal,
      applied.map(({ id }) => id),
    );
    for (const { id, undoes } of applied) {
      if (undoes !== null && !revokedIds.has(id)) undone.add(undoes);
    }
  }
  return undone;
}
