import type { RowKeys } from '#contract/plans.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { noSuchRow } from './problems.ts';

/** The rows that these keys mean, in the order in which they are to be done. */
export function chosenRows(rows: readonly PlanRow[], keys: RowKeys): PlanRow[] {
  if ('except' in keys) {
    const excepted = new Set(keys.except);
    return rows.filter(({ key, state }) => state === 'ready' && !excepted.has(key));
  }
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return [...new Set(keys)].map((key) => {
    const row = byKey.get(key);
    if (row === undefined) throw noSuchRow();
    return row;
  });
}
