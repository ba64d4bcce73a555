import type { BundlePlanRowView } from '#contract/bundle-import.ts';
import type { BundlePlanRow } from '#domain/bundle/plan/bundle-plan.ts';
import { destinationOf } from '#domain/bundle/plan/destination.ts';
import { type PortableWebhook, secretsOf } from '#domain/bundle/portable.ts';
import { changesInWords } from '#domain/journal/entry-summary.ts';

/** @param webhook `null` for a removal and for an unreadable row */
export function planRowView(
  row: BundlePlanRow,
  webhook: PortableWebhook | null,
  givenTo: (destination: string) => ReadonlyMap<string, boolean>,
): BundlePlanRowView {
  const { key, rowKey, connectionId, name, kind, ticked, base, definition } = row;
  const { reasons, losses, questions, alternatives, issues, fault } = row;
  const names = webhook === null ? [] : secretsOf(webhook);
  const destination = webhook === null || names.length === 0 ? '' : destinationOf(webhook, base);
  const given = givenTo(destination);
  return {
    key,
    rowKey,
    connectionId,
    name,
    kind,
    ticked,
    reasons,
    losses,
    questions,
    alternatives,
    issues,
    fault,
    webhookId: base?.id ?? null,
    changes: kind === 'update' ? changesInWords(base, definition) : '',
    destination,
    filled: names.flatMap((each) => {
      const remembered = given.get(each);
      return remembered === undefined ? [] : [{ name: each, remembered }];
    }),
  };
}
