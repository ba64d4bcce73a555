import type { RemoteMarkKind } from '#domain/merge/remote-marks.ts';

export const remoteMarkTone = { changed: 'changed', new: 'added', deleted: 'deleted' } as const;

const labels: Readonly<Record<RemoteMarkKind, string>> = {
  changed: 'Changed elsewhere',
  new: 'New elsewhere',
  deleted: 'Deleted elsewhere',
};
export const remoteMarkLabel = (kind: RemoteMarkKind): string => labels[kind];

/** Such as `2 changed, 1 deleted`. */
export const countsInWords = (counts: Readonly<Record<RemoteMarkKind, number>>): string =>
  (['changed', 'new', 'deleted'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind].toLocaleString()} ${kind}`)
    .join(', ');
