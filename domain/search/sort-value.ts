import { z } from 'zod';
import { naturalOrder } from '../text/natural-order.ts';
import { givenIdOf, type ListedFields } from '../webhook/listed.ts';
import { severityNames, type WebhookDefinition } from '../webhook/webhook.ts';

export const SearchColumn = z.enum([
  'installation',
  'enabled',
  'name',
  'url',
  'method',
  'payloadType',
  'severities',
  'id',
]);
export type SearchColumn = z.infer<typeof SearchColumn>;

export type SortValue = string | number;

/** Columns whose value follows from the flags of a webhook. */
export type FlagColumn = Extract<SearchColumn, 'enabled' | 'payloadType' | 'severities'>;

/**
 * All values of a column compare with `<`, as people sort them. In ascending order, a webhook without an id comes
 * last.
 */
export function sortValueOf(webhook: ListedFields, column: SearchColumn): SortValue {
  switch (column) {
    // Results are collected in this order.
    case 'installation':
      return 0;
    case 'name':
    case 'url':
    case 'method':
      return naturalOrder(webhook[column]);
    case 'id':
      return givenIdOf(webhook) ?? Infinity;
    default:
      return flagValueOf(webhook, column);
  }
}

type Flagged = Pick<WebhookDefinition, 'enabled' | 'severities' | 'payloadType'>;

/** High outweighs all lower severities together, because high alerts page people. */
const weights = { high: 8, medium: 4, low: 2, cleared: 1 };

export function flagValueOf(
  { enabled, severities, payloadType }: Flagged,
  column: FlagColumn,
): SortValue {
  if (column === 'enabled') return enabled ? 0 : 1;
  if (column === 'payloadType') return payloadType ?? '';
  return -severityNames.reduce((sum, name) => sum + (severities[name] ? weights[name] : 0), 0);
}
