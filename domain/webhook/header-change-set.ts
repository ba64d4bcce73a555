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

/**
 * How the headers of an update differ from those the service holds.
 * Changed and deleted entries are addressed by the service's header id; an unchanged header is in
 * none of the three. Source: interface document §2.4 and §4 rule 2.
 */
export interface HeaderChangeSet {
  readonly added: readonly HeaderContent[];
  readonly changed: readonly ChangedHeader[];
  readonly deleted: readonly DeletedHeader[];
  /**
   * Headers that came without an id of their own and are no longer wanted as they were: an update
   * cannot address them.
   */
  readonly unaddressable: readonly HeaderContent[];
}

const content = (header: HeaderContent): HeaderContent => ({
  name: header.name,
  value: header.value,
});

const sameContent = (a: HeaderContent, b: HeaderContent): boolean =>
  a.name === b.name && a.value === b.value;

/**
 * The change set that turns the headers `before` into `after`.
 *
 * Headers of `after` belong to one of `before` by id. One with an id that `before` does not have is
 * added: the service would refuse an id it does not know. Headers without id, and those that share
 * an id in `before`, are paired by equal content, each at most once.
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
      const pair = loose.findIndex((other) => other.id === header.id && sameContent(header, other));
      if (pair < 0) unaddressable.push(content(header));
      else loose.splice(pair, 1);
      continue;
    }
    const next = wanted.get(header.id);
    if (next === undefined) deleted.push({ id: header.id, ...content(header) });
    else if (!sameContent(header, next)) {
      changed.push({ id: header.id, ...content(next), before: content(header) });
    }
  }
  return { added: loose.map(content), changed, deleted, unaddressable };
}

/** The ids that exactly one header has: an update by an id that several share could hit any of them. */
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

/** The headers after an update with this change set; added ones come last and have no id yet. */
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
      return next === undefined ? { ...header } : { id: header.id, ...content(next) };
    });
  return [...kept, ...changes.added.map((header) => ({ id: null, ...content(header) }))];
}

export function isEmptyChangeSet(changes: HeaderChangeSet): boolean {
  return changes.added.length + changes.changed.length + changes.deleted.length === 0;
}
