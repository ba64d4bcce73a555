import type { ElsewhereKind } from '#domain/merge/seen-elsewhere.ts';

export const elsewhereTone = { changed: 'changed', new: 'added', deleted: 'deleted' } as const;

const labels: Readonly<Record<ElsewhereKind, string>> = {
  changed: 'Changed elsewhere',
  new: 'New elsewhere',
  deleted: 'Deleted elsewhere',
};
export const elsewhereLabel = (kind: ElsewhereKind): string => labels[kind];

/** Such as `2 changed, 1 deleted`. */
export const countsInWords = (counts: Readonly<Record<ElsewhereKind, number>>): string =>
  (['changed', 'new', 'deleted'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind].toLocaleString()} ${kind}`)
    .join(', ');
