import type { ListedWebhook } from '#domain/webhook/listed.ts';
import { SegmentBuilder } from '#domain/webhook/segment/segment-builder.ts';
import type { WebhookSegment } from '#domain/webhook/segment/webhook-segment.ts';
import type { Clock } from '../ports.ts';

const webhooksAtOnce = 500;

/** In turns, so that a long list does not block the host. */
export async function packWebhooks(
  webhooks: readonly ListedWebhook[],
  clock: Pick<Clock, 'yieldToEventLoop'>,
): Promise<WebhookSegment> {
  const builder = new SegmentBuilder();
  for (let start = 0; start < webhooks.length; start += webhooksAtOnce) {
    if (start > 0) await clock.yieldToEventLoop();
    for (const webhook of webhooks.slice(start, start + webhooksAtOnce)) builder.add(webhook);
  }
  return builder.finish();
}
