import type { Header } from '../webhook/webhook.ts';
import {
  type ChangedHeader,
  contentOf,
  type DeletedHeader,
  type HeaderChangeSet,
  sameHeader,
} from '../webhook/header-change-set.ts';
import { pairHeaders } from './pair-headers.ts';

/**
 * The changes of headers between two readings of a webhook, paired by content first. A header with only a new
 * id is in no array. `changed` has the new ids, `deleted` the old ones.
 */
export function headersSince(before: readonly Header[], now: readonly Header[]): HeaderChangeSet {
  const { partners, added } = pairHeaders(before, now);
  const changed: ChangedHeader[] = [];
  const deleted: DeletedHeader[] = [];
  const unaddressable: Header[] = [];
  for (const [index, earlier] of before.entries()) {
    const current = partners[index] ?? null;
    if (sameHeader(earlier, current)) continue;
    if (current !== null && current.id !== null) {
      changed.push({ id: current.id, ...contentOf(current), before: contentOf(earlier) });
    } else if (current === null && earlier.id !== null) {
      deleted.push({ id: earlier.id, ...contentOf(earlier) });
    } else unaddressable.push(earlier);
  }
  return {
    added: added.map(contentOf),
    changed,
    deleted,
    unaddressable: unaddressable.map(contentOf),
  };
}
