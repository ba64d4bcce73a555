import type { Header } from '../webhook/webhook.ts';
import {
  type ChangedHeader,
  contentOf,
  type DeletedHeader,
  type HeaderChangeSet,
  sameHeader,
} from '../webhook/header-change-set.ts';
import { pairHeaders } from './pair-headers.ts';

/** A header with only a new id is in no array. `changed` has the new ids, `deleted` the old ones. */
export function headersSince(before: readonly Header[], now: readonly Header[]): HeaderChangeSet {
  const { partners, added } = pairHeaders(before, now);
  const changed: ChangedHeader[] = [];
  const deleted: DeletedHeader[] = [];
  const unaddressable: Header[] = [];
  for (const [index, was] of before.entries()) {
    const is = partners[index] ?? null;
    if (sameHeader(was, is)) continue;
    if (is !== null && is.id !== null) {
      changed.push({ id: is.id, ...contentOf(is), before: contentOf(was) });
    } else if (is === null && was.id !== null) deleted.push({ id: was.id, ...contentOf(was) });
    else unaddressable.push(was);
  }
  return {
    added: added.map(contentOf),
    changed,
    deleted,
    unaddressable: unaddressable.map(contentOf),
  };
}
