import { inParts } from '#domain/in-parts.ts';
import { isUndoable } from '#domain/journal/entry.ts';
import type { Journal } from '../journal/journal.ts';

const atOnce = 200;

/** Returns the ids whose undo was applied. An undo that was undone itself does not count. */
export async function undoneAmong(
  journal: Pick<Journal, 'all'>,
  entryIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const undone = new Set<string>();
  for (const undoes of inParts(entryIds, atOnce)) {
    const undos = await journal.all({ undoes });
    const applied = undos.filter(({ outcome }) => isUndoable(outcome));
    if (applied.length === 0) continue;
    const undoneUndos = await undoneAmong(
      journal,
      applied.map(({ id }) => id),
    );
    for (const { id, undoes } of applied) {
      if (undoes !== null && !undoneUndos.has(id)) undone.add(undoes);
    }
  }
  return undone;
}
