import type { WebhookStore } from '../store/webhook-store.ts';
import type { UpdateBody } from '../webhooks/bodies.ts';
import type { StoredWebhook } from '../webhooks/stored-webhook.ts';
import type { Changes } from './practice-bodies.ts';

const suffix = ' (renamed)';

/** One change for each webhook. A second change of the same kind takes the first one back. */
const updates: readonly ((webhook: StoredWebhook) => UpdateBody)[] = [
  ({ low_alert }) => ({ low_alert: !low_alert }),
  ({ enabled }) => ({ enabled: !enabled }),
  ({ name }) => ({
    name: name.endsWith(suffix) ? name.slice(0, -suffix.length) : `${name}${suffix}`,
  }),
];

/**
 * Changes up to three webhooks, as another person would.
 * @param below returns a random whole number from 0, less than its argument
 */
export async function changeAsAnotherPerson(
  webhooks: WebhookStore,
  below: (limit: number) => number,
): Promise<Changes> {
  const left = await webhooks.all();
  const changed: number[] = [];
  for (const update of updates) {
    const [one] = left.length === 0 ? [] : left.splice(below(left.length), 1);
    if (one === undefined) break;
    const violations = await webhooks.update(one.id, update(one.webhook));
    // `null`: deleted since.
    if (violations?.length === 0) changed.push(one.id);
  }
  return { changed };
}
