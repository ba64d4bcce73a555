import type { PlanRowView } from '#contract/plans.ts';
import { rowView } from '#contract/row-view.ts';
import { destinationOf } from '#domain/bundle/plan/destination.ts';
import { type PortableWebhook, secretsOf } from '#domain/bundle/portable.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';

/** @param webhook `null` for a removal and for an unreadable row */
export function planRowView(
  row: PlanRow,
  webhook: PortableWebhook | null,
  givenTo: (destination: string) => ReadonlyMap<string, boolean>,
): PlanRowView {
  const names = webhook === null ? [] : secretsOf(webhook);
  const destination =
    webhook === null || names.length === 0 ? '' : destinationOf(webhook, row.base);
  const given = givenTo(destination);
  const filled = names.flatMap((name) => {
    const remembered = given.get(name);
    return remembered === undefined ? [] : [{ name, remembered }];
  });
  return { ...rowView(row), destination, filled };
}
