import type { Header } from './webhook.ts';

export interface HeaderContent {
  readonly name: string;
  readonly value: string;
}

export interface ChangedHeader extends HeaderContent {
  readonly id: number;
  readonly before: HeaderContent;
}

export interface DeletedHeader extends HeaderContent {
  readonly id: number;
}

/** Ids are those of the service. Source: interface document §2.4 and §4 rule 2. */
export interface HeaderChangeSet {
  readonly added: readonly HeaderContent[];
  readonly changed: readonly ChangedHeader[];
  readonly deleted: readonly DeletedHeader[];
  /** Changed or deleted headers that an update cannot address, because they have no id of their own. */
  readonly unaddressable: readonly HeaderContent[];
}

export const contentOf = ({ name, value }: HeaderContent): HeaderContent => ({ name, value });

export const sameHeader = (a: HeaderContent | null, b: HeaderContent | null): boolean =>
  a?.name === b?.name && a?.value === b?.value;

export const newHeader = ({ name, value }: HeaderContent): Header => ({ id: null, name, value });

/**
 * Pairs by id. An id that `before` lacks is added, because the service refuses unknown ids. Pairs headers
 * without an id of their own by equal content, each at most once.
 */
export function headerChangeSet(
  before: readonly Header[],
  after: readonly Header[],
): HeaderChangeSet {
  const addresses = idsOfTheirOwn(before);
  const wanted = new Map<number, Header>();
  const loose: Header[] = [];
  for (const header of after) {
    if (header.id !== null && addresses.has(header.id) && !wanted.has(header.id)) {
      wanted.set(header.id, header);
    } else {
      loose.push(header);
    }
  }

  const changed: ChangedHeader[] = [];
  const deleted: DeletedHeader[] = [];
  const unaddressable: HeaderContent[] = [];
  for (const header of before) {
    if (header.id === null || !addresses.has(header.id)) {
      const pair = loose.findIndex((other) => other.id === header.id && sameHeader(header, other));
      if (pair < 0) unaddressable.push(contentOf(header));
      else loose.splice(pair, 1);
      continue;
    }
    const next = wanted.get(header.id);
    if (next === undefined) deleted.push({ id: header.id, ...contentOf(header) });
    else if (!sameHeader(header, next)) {
      changed.push({ id: header.id, ...contentOf(next), before: contentOf(header) });
    }
  }
  return { added: loose.map(contentOf), changed, deleted, unaddressable };
}

/** An update by a shared id could change any of its headers. */
function idsOfTheirOwn(headers: readonly Header[]): Set<number> {
  const once = new Set<number>();
  const often = new Set<number>();
  for (const { id } of headers) {
    if (id === null || often.has(id)) continue;
    if (once.delete(id)) often.add(id);
    else once.add(id);
  }
  return once;
}

export function isEmptyChangeSet(changes: HeaderChangeSet): boolean {
  return changes.added.length + changes.changed.length + changes.deleted.length === 0;
}
