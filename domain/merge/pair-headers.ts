import { areIdentical } from '../webhook/difference.ts';
import type { Header } from '../webhook/webhook.ts';

export interface HeaderPairs {
  /** For each header before; `null` when it is gone. */
  readonly partners: readonly (Header | null)[];
  readonly added: readonly Header[];
}

interface Sameness {
  readonly key: (header: Header) => string | null;
  readonly unique: boolean;
}

const key = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);
const foldCase = (name: string): string => name.toLowerCase();

/** From the surest to the least sure. Ids alone come last, because services may renumber headers. */
const ways: readonly Sameness[] = [
  {
    key: ({ id, name, value }) => (id === null ? null : key(id, name, value)),
    unique: false,
  },
  { key: ({ name, value }) => key(name, value), unique: false },
  { key: ({ id, name }) => (id === null ? null : key(id, foldCase(name))), unique: true },
  { key: ({ name }) => key(foldCase(name)), unique: true },
  { key: ({ id }) => (id === null ? null : key(id)), unique: true },
];

/** Ignores the case of names. Pairs equal headers in their order. */
export function pairHeaders(before: readonly Header[], after: readonly Header[]): HeaderPairs {
  if (areIdentical(before, after)) return { partners: after, added: [] };
  const partnerOf = new Map<number, number>();
  let left = { before: [...before.keys()], after: [...after.keys()] };
  for (const way of ways) {
    if (left.before.length === 0 || left.after.length === 0) break;
    const theirs = groupByKey(after, left.after, way);
    for (const [of, mine] of groupByKey(before, left.before, way)) {
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

function groupByKey(
  headers: readonly Header[],
  left: readonly number[],
  { key: keyOf }: Sameness,
): Map<string | null, number[]> {
  const groups = Map.groupBy(left, (index) => {
    const header = headers[index];
    return header === undefined ? null : keyOf(header);
  });
  groups.delete(null);
  return groups;
}
