import type { WebhookUpdate } from '#core/ports.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { wireBasics, wireSeverities } from './wire-fields.ts';
import { wireHeader, wireHeaderChanges } from './wire-headers.ts';

/** WebhookPostData of variant A: headers without ids, no payload type. Interface document §2.3. */
export const createBodyA = (definition: WebhookDefinition) => ({
  ...wireBasics(definition),
  http_headers: definition.headers.map(wireHeader),
  payload_template: definition.payloadTemplate,
  ...wireSeverities(definition.severities),
});

/** WebhookPutData of variant A: the id in the body, no payload type. Interface document §2.4. */
export const updateBodyA = ({ id, definition, headers }: WebhookUpdate) => ({
  id,
  ...wireBasics(definition),
  http_headers: wireHeaderChanges(headers),
  payload_template: definition.payloadTemplate,
  ...wireSeverities(definition.severities),
});
