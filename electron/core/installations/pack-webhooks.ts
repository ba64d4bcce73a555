import { inParts } from '#domain/in-parts.ts';
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
  for (const part of inParts(webhooks, webhooksAtOnce)) {
    for (const webhook of part) builder.add(webhook);
    await clock.yieldToEventLoop();
  }
  return builder.finish();
}
