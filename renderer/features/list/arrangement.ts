import { naturalComparison } from '#domain/text/natural-order.ts';
import { flagsMeet } from '#domain/search/matches.ts';
import { type FlagColumn, flagValueOf } from '#domain/search/sort-value.ts';
import type { SortColumn } from './columns.ts';
import { givenIdOf, keyOf, type ListedSummary, type WebhookKey } from '#domain/webhook/listed.ts';

/** The search terms that `flagsMeet` decides. */
export type FlagTerm = 'is' | 'severity' | 'type';

export interface Arrangement {
  /** Flags that the shown webhooks have. */
  readonly flags: readonly { readonly term: FlagTerm; readonly value: string }[];
  readonly sort: SortColumn;
  readonly descending: boolean;
}

export const everything: Arrangement = { flags: [], sort: 'name', descending: false };

/** Without a value, webhooks are shown whatever this flag. */
export function withFlag(
  arrangement: Arrangement,
  term: FlagTerm,
  value: string | null,
): Arrangement {
  const others = arrangement.flags.filter((flag) => flag.term !== term);
  return { ...arrangement, flags: value === null ? others : [...others, { term, value }] };
}

export function sorted(
  rows: readonly ListedSummary[],
  column: SortColumn,
  descending: boolean,
): ListedSummary[] {
  const compare = naturalComparison();
  const order = orders[column];
  const sign = descending ? -1 : 1;
  return rows.toSorted(
    (a, b) => sign * order(a, b, compare) || compare(a.name, b.name) || compareIds(a, b),
  );
}

/** `filtered`: the keys that match the filter's text. */
export function filterRows(
  rows: readonly ListedSummary[],
  { flags }: Arrangement,
  filtered: ReadonlySet<WebhookKey> | null,
): readonly ListedSummary[] {
  if (filtered === null && flags.length === 0) return rows;
  return rows.filter(
    (row) =>
      (filtered === null || filtered.has(keyOf(row))) &&
      flags.every((flag) => flagsMeet(flag, row)),
  );
}

function compareIds(a: ListedSummary, b: ListedSummary): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (givenIdOf(a) ?? last) - (givenIdOf(b) ?? last);
}

type Order = (
  a: ListedSummary,
  b: ListedSummary,
  compare: ReturnType<typeof naturalComparison>,
) => number;

const byFlags =
  (column: FlagColumn): Order =>
  (a, b) => {
    const [value, other] = [flagValueOf(a, column), flagValueOf(b, column)];
    return Number(value > other) - Number(value < other);
  };

const orders: Readonly<Record<SortColumn, Order>> = {
  name: (a, b, compare) => compare(a.name, b.name),
  url: (a, b, compare) => compare(a.url, b.url),
  method: (a, b, compare) => compare(a.method, b.method),
  payloadType: byFlags('payloadType'),
  enabled: byFlags('enabled'),
  severities: byFlags('severities'),
  id: compareIds,
};
