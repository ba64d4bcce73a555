import { contentOf, newHeader, sameHeader } from '../webhook/header-change-set.ts';
import type { Header } from '../webhook/webhook.ts';
import type { HeaderConflict } from './conflict.ts';
import { pairHeaders } from './pair-headers.ts';

/** Merged headers, before a person resolves their conflicts. */
export interface MergedHeaders {
  /** In live order with live ids. Headers of the draft alone come last, without ids. */
  readonly headers: Header[];
  readonly conflicts: HeaderConflict[];
}

/** The three versions of a header that both sides changed; `null` where it is absent. */
interface ContestedHeader {
  readonly path: HeaderConflict['path'];
  readonly base: Header | null;
  readonly draft: Header | null;
  readonly live: Header | null;
}

/**
 * Merges the headers of `draft` and `live`, both paired with `base`. A new name on one side and a new value on the
 * other is a conflict.
 */
export function mergeHeaders(
  base: readonly Header[],
  draft: readonly Header[],
  live: readonly Header[],
): MergedHeaders {
  const inDraft = pairHeaders(base, draft);
  const onLive = pairHeaders(base, live);
  /** By live header, which only the draft changed; `null` deletes it. */
  const replacements = new Map<Header, Header | null>();
  const contested: ContestedHeader[] = [];

  for (const [index, baseHeader] of base.entries()) {
    const mine = inDraft.partners[index] ?? null;
    const theirs = onLive.partners[index] ?? null;
    if (sameHeader(mine, baseHeader) || sameHeader(mine, theirs)) continue;
    if (theirs !== null && sameHeader(theirs, baseHeader)) {
      replacements.set(theirs, mine === null ? null : { id: theirs.id, ...contentOf(mine) });
    } else {
      const path = pathOf(baseHeader, index, base);
      contested.push({ path, base: baseHeader, draft: mine, live: theirs });
    }
  }
  const addedHeaders = mergeAdded(inDraft.added, onLive.added);
  contested.push(...addedHeaders.contested);

  const mergedIndex = new Map<Header, number>();
  const headers: Header[] = [];
  for (const header of live) {
    const replacement = replacements.get(header);
    if (replacement === null) continue;
    mergedIndex.set(header, headers.length);
    headers.push({ ...(replacement ?? header) });
  }
  return {
    headers: [...headers, ...addedHeaders.added.map(newHeader)],
    conflicts: contested.map(({ path, ...sides }) => ({
      kind: 'header',
      path,
      base: sides.base === null ? null : contentOf(sides.base),
      draft: sides.draft === null ? null : contentOf(sides.draft),
      live: sides.live === null ? null : contentOf(sides.live),
      at: sides.live === null ? null : (mergedIndex.get(sides.live) ?? null),
    })),
  };
}

/** Uses the position when the id is absent or shared. */
function pathOf({ id }: Header, index: number, base: readonly Header[]): HeaderConflict['path'] {
  const isUnique = id !== null && base.filter((other) => other.id === id).length === 1;
  return isUnique ? `header:${id}` : `header:#${index}`;
}

/**
 * Headers that both sides added. Equal headers become one. Equal names with different values conflict, in their
 * order.
 */
function mergeAdded(
  mine: readonly Header[],
  theirs: readonly Header[],
): { added: Header[]; contested: ContestedHeader[] } {
  const onlyTheirs = [...theirs];
  const onlyMine = mine.filter((header) => {
    const equal = onlyTheirs.findIndex((other) => sameHeader(header, other));
    if (equal >= 0) onlyTheirs.splice(equal, 1);
    return equal < 0;
  });
  const [mineByName, theirsByName] = [byName(onlyMine), byName(onlyTheirs)];
  const contested: ContestedHeader[] = [];
  const added: Header[] = [];
  // Sorted, so that a conflict has the same path whichever side is the draft.
  for (const name of [...mineByName.keys()].sort()) {
    for (const [nth, draft] of (mineByName.get(name) ?? []).entries()) {
      const live = theirsByName.get(name)?.[nth];
      if (live === undefined) added.push(draft);
      else contested.push({ path: `header:+${name}:${nth}`, base: null, draft, live });
    }
  }
  return { added: onlyMine.filter((header) => added.includes(header)), contested };
}

function byName(headers: readonly Header[]): Map<string, Header[]> {
  return Map.groupBy(headers, ({ name }) => name.toLowerCase());
}
