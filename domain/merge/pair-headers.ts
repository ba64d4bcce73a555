import { areIdentical } from '../webhook/difference.ts';
import type { Header } from '../webhook/webhook.ts';

/** The headers of two versions of a webhook, paired. */
export interface HeaderPairs {
  /** For each header before; `null` when it is gone. */
  readonly partners: readonly (Header | null)[];
  readonly added: readonly Header[];
}

interface PairingRule {
  /** Headers with the same key are a pair. `null`: the rule does not apply to the header. */
  readonly key: (header: Header) => string | null;
  /** Pairs only headers whose key occurs once in each version. */
  readonly unique: boolean;
}

const key = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);
const foldCase = (name: string): string => name.toLowerCase();

/** From the surest to the least sure. Ids alone come last, because services may renumber headers. */
const rules: readonly PairingRule[] = [
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
  /** Index in `after` by index in `before`. */
  const partnerOf = new Map<number, number>();
  let unpaired = { before: [...before.keys()], after: [...after.keys()] };
  for (const rule of rules) {
    if (unpaired.before.length === 0 || unpaired.after.length === 0) break;
    const candidatesByKey = groupByKey(after, unpaired.after, rule);
    for (const [groupKey, group] of groupByKey(before, unpaired.before, rule)) {
      const candidates = candidatesByKey.get(groupKey) ?? [];
      if (rule.unique && (group.length !== 1 || candidates.length !== 1)) continue;
      for (const [nth, index] of group.entries()) {
        const partner = candidates[nth];
        if (partner !== undefined) partnerOf.set(index, partner);
      }
    }
    const paired = new Set(partnerOf.values());
    unpaired = {
      before: unpaired.before.filter((index) => !partnerOf.has(index)),
      after: unpaired.after.filter((index) => !paired.has(index)),
    };
  }
  return {
    partners: before.map((_, index) => after[partnerOf.get(index) ?? -1] ?? null),
    added: unpaired.after.flatMap((index) => after[index] ?? []),
  };
}

function groupByKey(
  headers: readonly Header[],
  indexes: readonly number[],
  { key: keyOf }: PairingRule,
): Map<string | null, number[]> {
  const groups = Map.groupBy(indexes, (index) => {
    const header = headers[index];
    return header === undefined ? null : keyOf(header);
  });
  groups.delete(null);
  return groups;
}
