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

/** The changes of headers in one update, by the ids of the service. Source: interface document §2.4 and §4 rule 2. */
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
  const ids = uniqueIds(before);
  const afterById = new Map<number, Header>();
  const unpaired: Header[] = [];
  for (const header of after) {
    if (header.id !== null && ids.has(header.id) && !afterById.has(header.id)) {
      afterById.set(header.id, header);
    } else {
      unpaired.push(header);
    }
  }

  const changed: ChangedHeader[] = [];
  const deleted: DeletedHeader[] = [];
  const unaddressable: HeaderContent[] = [];
  for (const header of before) {
    if (header.id === null || !ids.has(header.id)) {
      const pair = unpaired.findIndex(
        (other) => other.id === header.id && sameHeader(header, other),
      );
      if (pair < 0) unaddressable.push(contentOf(header));
      else unpaired.splice(pair, 1);
      continue;
    }
    const next = afterById.get(header.id);
    if (next === undefined) deleted.push({ id: header.id, ...contentOf(header) });
    else if (!sameHeader(header, next)) {
      changed.push({ id: header.id, ...contentOf(next), before: contentOf(header) });
    }
  }
  return { added: unpaired.map(contentOf), changed, deleted, unaddressable };
}

/** An update by a shared id could change any of its headers. */
function uniqueIds(headers: readonly Header[]): Set<number> {
  const unique = new Set<number>();
  const shared = new Set<number>();
  for (const { id } of headers) {
    if (id === null || shared.has(id)) continue;
    if (unique.delete(id)) shared.add(id);
    else unique.add(id);
  }
  return unique;
}

export function isEmptyChangeSet(changes: HeaderChangeSet): boolean {
  return changes.added.length + changes.changed.length + changes.deleted.length === 0;
}
