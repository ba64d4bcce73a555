import type { PayloadType } from '#domain/webhook/variant.ts';
import { givenIdOf, keyOf, type ListedSummary, type WebhookKey } from '#domain/webhook/listed.ts';
import { severityNames, type Severity } from '#domain/webhook/webhook.ts';

export type SortColumn =
  'name' | 'url' | 'method' | 'enabled' | 'severities' | 'payloadType' | 'id';

export interface Arrangement {
  readonly enabled: 'any' | 'on' | 'off';
  readonly severity: Severity | 'any' | 'none';
  readonly payloadType: PayloadType | 'any';
  readonly sort: SortColumn;
  readonly descending: boolean;
}

export const everything: Arrangement = {
  enabled: 'any',
  severity: 'any',
  payloadType: 'any',
  sort: 'name',
  descending: false,
};

export const hasFilter = (arrangement: Arrangement): boolean =>
  arrangement.enabled !== 'any' ||
  arrangement.severity !== 'any' ||
  arrangement.payloadType !== 'any';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

export function sorted(
  rows: readonly ListedSummary[],
  column: SortColumn,
  descending: boolean,
): ListedSummary[] {
  const order = orders[column];
  const sign = descending ? -1 : 1;
  return rows.toSorted(
    (a, b) => sign * order(a, b) || collator.compare(a.name, b.name) || compareIds(a, b),
  );
}

/** `filtered`: the keys that match the filter's text. */
export function filterRows(
  rows: readonly ListedSummary[],
  arrangement: Arrangement,
  filtered: ReadonlySet<WebhookKey> | null,
): readonly ListedSummary[] {
  if (filtered === null && !hasFilter(arrangement)) return rows;
  return rows.filter(
    (row) => (filtered === null || filtered.has(keyOf(row))) && isWanted(row, arrangement),
  );
}

function isWanted(row: ListedSummary, wanted: Arrangement): boolean {
  if (wanted.enabled !== 'any' && row.enabled !== (wanted.enabled === 'on')) return false;
  if (wanted.payloadType !== 'any' && row.payloadType !== wanted.payloadType) return false;
  if (wanted.severity === 'any') return true;
  if (wanted.severity === 'none') return severityNames.every((name) => !row.severities[name]);
  return row.severities[wanted.severity];
}

function compareIds(a: ListedSummary, b: ListedSummary): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (givenIdOf(a) ?? last) - (givenIdOf(b) ?? last);
}

/** High outweighs all lower severities together, because high alerts page people. */
const severityRank = ({ severities }: ListedSummary): number =>
  8 * Number(severities.high) +
  4 * Number(severities.medium) +
  2 * Number(severities.low) +
  Number(severities.cleared);

type Order = (a: ListedSummary, b: ListedSummary) => number;

const orders: Readonly<Record<SortColumn, Order>> = {
  name: (a, b) => collator.compare(a.name, b.name),
  url: (a, b) => collator.compare(a.url, b.url),
  method: (a, b) => collator.compare(a.method, b.method),
  payloadType: (a, b) => collator.compare(a.payloadType ?? '', b.payloadType ?? ''),
  enabled: (a, b) => Number(b.enabled) - Number(a.enabled),
  severities: (a, b) => severityRank(b) - severityRank(a),
  id: compareIds,
};
