import type { Header } from '../webhook/webhook.ts';
import type { HeaderConflict } from './conflict.ts';
import { contentOf, sameHeader } from './header-content.ts';
import { pairHeaders } from './pair-headers.ts';

export interface MergedHeaders {
  /** In the order of the live ones and with their ids; what only the draft has comes last, without. */
  readonly headers: Header[];
  readonly conflicts: HeaderConflict[];
}

/** A conflict that does not know yet where its live header comes to stand. */
interface Found {
  readonly path: HeaderConflict['path'];
  readonly base: Header | null;
  readonly draft: Header | null;
  readonly live: Header | null;
}

/**
 * Merges the headers of a draft into those that the service holds now. Names are compared in whatever
 * case where both sides added one. A header is one thing: its name here and its value there are a
 * conflict.
 */
export function mergeHeaders(
  base: readonly Header[],
  draft: readonly Header[],
  live: readonly Header[],
): MergedHeaders {
  const mine = pairHeaders(base, draft);
  const theirs = pairHeaders(base, live);
  /** What is to stand in place of a live header; `null` for nothing. */
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
    headers: [...headers, ...added.map((header) => ({ id: null, ...contentOf(header) }))],
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

/** By the service's id, where that is the header's own; else by its position. */
function pathOf({ id }: Header, index: number, base: readonly Header[]): HeaderConflict['path'] {
  const own = id !== null && base.filter((other) => other.id === id).length === 1;
  return own ? `header:${id}` : `header:#${index}`;
}

/**
 * What both sides added: equal ones are one, and those of the same name and another value are a
 * conflict, the first with the first.
 */
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
  // In the order of the names, so that a conflict has the same path whichever side is the draft.
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
