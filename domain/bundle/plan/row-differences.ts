import { type FieldDifference, fieldDifferences } from '../../webhook/difference.ts';
import { type HeaderChangeSet, headerChangeSet } from '../../webhook/header-change-set.ts';
import type { BundlePlanRow } from './bundle-plan.ts';

export interface RowDifferences {
  readonly fields: readonly FieldDifference[];
  readonly headers: HeaderChangeSet;
}

export function rowDifferences({ kind, base, definition }: BundlePlanRow): RowDifferences | null {
  if (kind !== 'update' || base === null || definition === null) return null;
  return {
    fields: fieldDifferences(base, definition),
    headers: headerChangeSet(base.headers, definition.headers),
  };
}
