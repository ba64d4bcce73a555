import { contentOf, type HeaderChangeSet, newHeader } from '#domain/webhook/header-change-set.ts';
import type { Header } from '#domain/webhook/webhook.ts';

/** Applies the changes like an installation. Added headers come last, without ids. */
export function applyHeaderChangeSet(
  changes: HeaderChangeSet,
  headers: readonly Header[],
): Header[] {
  const deleted = new Set(changes.deleted.map((header) => header.id));
  const changed = new Map(changes.changed.map((header) => [header.id, header]));
  const kept = headers
    .filter((header) => header.id === null || !deleted.has(header.id))
    .map((header) => {
      const next = header.id === null ? undefined : changed.get(header.id);
      return next === undefined ? { ...header } : { id: header.id, ...contentOf(next) };
    });
  return [...kept, ...changes.added.map(newHeader)];
}
