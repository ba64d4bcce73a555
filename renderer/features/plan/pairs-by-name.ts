import type { AnswerToRows, PlanRowView } from '#contract/plans.ts';
import type { Alternative } from '#domain/publishing/plan.ts';

type Pairing = Pick<PlanRowView, 'key'>;

/** The answers that match rows with the webhook of their name, where it is the only one and no other row has it. */
export function pairsByName<Row extends Pairing>(
  rows: readonly Row[],
  alternativesOf: (row: Row) => readonly Pick<Alternative, 'webhookId' | 'because'>[],
): AnswerToRows[] {
  const pairs = rows.flatMap((row) => {
    const same = alternativesOf(row).filter(({ because }) => because.includes('same-name'));
    const [only] = same;
    return only === undefined || same.length > 1 ? [] : [{ key: row.key, id: only.webhookId }];
  });
  return [...Map.groupBy(pairs, ({ id }) => id)].flatMap(([pairWith, its]) => {
    const [pair] = its;
    if (pair === undefined || its.length > 1) return [];
    return [{ keys: [pair.key], answer: { pairWith } }];
  });
}
