import { areIdentical } from '../webhook/difference.ts';
import type { Header } from '../webhook/webhook.ts';

export interface HeaderPairs {
  /** For each header before, in its order, the one that it has become; `null` where it is gone. */
  readonly partners: readonly (Header | null)[];
  /** Headers after that none before has become. */
  readonly added: readonly Header[];
}

/** One way of telling that two headers are the same one. */
interface Sameness {
  /** Headers of equal keys belong together; `null` for a header that cannot be told this way. */
  readonly key: (header: Header) => string | null;
  /** Whether the key must be the only one of its kind on both sides. */
  readonly unique: boolean;
}

const key = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);
const folded = (name: string): string => name.toLowerCase();

/**
 * From the surest to the least sure. An id alone comes last: a service that numbers its headers anew
 * can give it to another header.
 */
const ways: readonly Sameness[] = [
  {
    key: ({ id, name, value }) => (id === null ? null : key(id, name, value)),
    unique: false,
  },
  { key: ({ name, value }) => key(name, value), unique: false },
  { key: ({ id, name }) => (id === null ? null : key(id, folded(name))), unique: true },
  { key: ({ name }) => key(folded(name)), unique: true },
  { key: ({ id }) => (id === null ? null : key(id)), unique: true },
];

/**
 * Tells which headers have become which: by content, under the same id first; else by id and name; by a
 * name that only one has on either side; and at last by the id alone, where it is a header's own. Names
 * are compared in whatever case; equal headers are paired in their order.
 */
export function pairHeaders(before: readonly Header[], after: readonly Header[]): HeaderPairs {
  if (areIdentical(before, after)) return { partners: after, added: [] };
  const partnerOf = new Map<number, number>();
  let left = { before: [...before.keys()], after: [...after.keys()] };
  for (const way of ways) {
    if (left.before.length === 0 || left.after.length === 0) break;
    const theirs = grouped(after, left.after, way);
    for (const [of, mine] of grouped(before, left.before, way)) {
      const candidates = theirs.get(of) ?? [];
      if (way.unique && (mine.length !== 1 || candidates.length !== 1)) continue;
      for (const [nth, index] of mine.entries()) {
        const partner = candidates[nth];
        if (partner !== undefined) partnerOf.set(index, partner);
      }
    }
    const taken = new Set(partnerOf.values());
    left = {
      before: left.before.filter((index) => !partnerOf.has(index)),
      after: left.after.filter((index) => !taken.has(index)),
    };
  }
  return {
    partners: before.map((_, index) => after[partnerOf.get(index) ?? -1] ?? null),
    added: left.after.flatMap((index) => after[index] ?? []),
  };
}

/** Positions of the headers that are left, by their key. */
function grouped(
  headers: readonly Header[],
  left: readonly number[],
  { key: keyOf }: Sameness,
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const index of left) {
    const header = headers[index];
    const of = header === undefined ? null : keyOf(header);
    if (of === null) continue;
    const group = groups.get(of);
    if (group === undefined) groups.set(of, [index]);
    else group.push(index);
  }
  return groups;
}
