import type { Header } from '../webhook/webhook.ts';
import { contentOf, newHeader, sameHeader } from '../webhook/header-change-set.ts';
import type { HeaderConflict } from './conflict.ts';
import { pairHeaders } from './pair-headers.ts';

export interface MergedHeaders {
  /** In live order with live ids. Headers of the draft alone come last, without ids. */
  readonly headers: Header[];
  readonly conflicts: HeaderConflict[];
}

interface Found {
  readonly path: HeaderConflict['path'];
  readonly base: Header | null;
  readonly draft: Header | null;
  readonly live: Header | null;
}

/** A new name on one side and a new value on the other is a conflict. */
export function mergeHeaders(
  base: readonly Header[],
  draft: readonly Header[],
  live: readonly Header[],
): MergedHeaders {
  const mine = pairHeaders(base, draft);
  const theirs = pairHeaders(base, live);
  const instead = new Map<Header, Header | null>();
  const found: Found[] = [];

  for (const [index, was] of base.entries()) {
    const here = mine.partners[index] ?? null;
    const there = theirs.partners[index] ?? null;
    if (sameHeader(here, was) || sameHeader(here, there)) continue;
    if (there !== null && sameHeader(there, was)) {
      instead.set(there, here === null ? null : { id: there.id, ...contentOf(here) });
    } else {
      found.push({ path: pathOf(was, index, base), base: was, draft: here, live: there });
    }
  }
  const { added, contested } = mergeAdded(mine.added, theirs.added);
  found.push(...contested);

  const place = new Map<Header, number>();
  const headers: Header[] = [];
  for (const header of live) {
    const next = instead.get(header);
    if (next === null) continue;
    place.set(header, headers.length);
    headers.push({ ...(next ?? header) });
  }
  return {
    headers: [...headers, ...added.map(newHeader)],
    conflicts: found.map(({ path, ...sides }) => ({
      kind: 'header',
      path,
      base: sides.base === null ? null : contentOf(sides.base),
      draft: sides.draft === null ? null : contentOf(sides.draft),
      live: sides.live === null ? null : contentOf(sides.live),
      at: sides.live === null ? null : (place.get(sides.live) ?? null),
    })),
  };
}

/** Uses the position when the id is absent or shared. */
function pathOf({ id }: Header, index: number, base: readonly Header[]): HeaderConflict['path'] {
  const own = id !== null && base.filter((other) => other.id === id).length === 1;
  return own ? `header:${id}` : `header:#${index}`;
}

/** Equal headers become one. Equal names with different values conflict, in their order. */
function mergeAdded(
  mine: readonly Header[],
  theirs: readonly Header[],
): { added: Header[]; contested: Found[] } {
  const others = [...theirs];
  const own = mine.filter((header) => {
    const equal = others.findIndex((other) => sameHeader(header, other));
    if (equal >= 0) others.splice(equal, 1);
    return equal < 0;
  });
  const [here, there] = [byName(own), byName(others)];
  const contested: Found[] = [];
  const added: Header[] = [];
  // Sorted, so that a conflict has the same path whichever side is the draft.
  for (const name of [...here.keys()].sort()) {
    for (const [nth, draft] of (here.get(name) ?? []).entries()) {
      const live = there.get(name)?.[nth];
      if (live === undefined) added.push(draft);
      else contested.push({ path: `header:+${name}:${nth}`, base: null, draft, live });
    }
  }
  return { added: own.filter((header) => added.includes(header)), contested };
}

function byName(headers: readonly Header[]): Map<string, Header[]> {
  return Map.groupBy(headers, ({ name }) => name.toLowerCase());
}
