import type { HeaderChangeSet, HeaderContent } from '#domain/webhook/header-change-set.ts';

/** One changed part of a webhook; `null` for a side without it. */
export interface ChangedPart {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

export const changedHeaders = (
  { changed, deleted, added }: HeaderChangeSet,
  labelOf: (id: number) => string,
  shown: (header: HeaderContent) => string,
): ChangedPart[] => [
  ...changed.map((header) => ({
    label: labelOf(header.id),
    before: shown(header.before),
    after: shown(header),
  })),
  ...deleted.map((header) => ({ label: labelOf(header.id), before: shown(header), after: null })),
  ...added.map((header) => ({ label: 'New header', before: null, after: shown(header) })),
];
