import type { PayloadTypePlace } from '../installation/connection.ts';
import type { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { matchesRequest } from './matches-request.ts';

/** Interface document §2.4 puts `payload_type` into `http_headers`; some installations ignore it there. */
export function payloadTypeIgnoredNotes(
  meant: WebhookDefinition,
  after: Webhook,
  place: PayloadTypePlace,
): string[] {
  const { payloadType } = after;
  if (place !== 'http-headers' || payloadType === null || meant.payloadType === null) return [];
  if (payloadType === meant.payloadType || !matchesRequest({ ...meant, payloadType }, after))
    return [];
  return [
    `The installation ignored the payload type ${meant.payloadType} in http_headers and still reports ` +
      `${payloadType}. Select “At the top level” in the installation settings, then publish again.`,
  ];
}
