import type { WebhookUpdate } from '#core/ports.ts';
import type { PayloadTypePlace } from '#domain/installation/connection.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { wireBasics, wireSeverities } from './wire-fields.ts';
import { wireHeader, wireHeaderChanges } from './wire-headers.ts';

/** Left out where the service never reported one: there is no value of the interface for "none". */
const wirePayloadType = ({ payloadType }: WebhookDefinition) =>
  payloadType === null ? {} : { payload_type: payloadType };

/** WebhookPostData of variant B: payload type at the top level. Interface document §2.3. */
export const createBodyB = (definition: WebhookDefinition) => ({
  ...wireBasics(definition),
  http_headers: definition.headers.map(wireHeader),
  payload_template: definition.payloadTemplate,
  ...wireSeverities(definition.severities),
  ...wirePayloadType(definition),
});

/**
 * WebhookPutData of variant B: no id; payload type inside `http_headers`. Interface document §2.4. At the
 * top level, as a create has it, only for an installation that ignores it there.
 */
export const updateBodyB = (
  { definition, headers }: WebhookUpdate,
  payloadTypePlace: PayloadTypePlace,
) => ({
  ...wireBasics(definition),
  http_headers: {
    ...wireHeaderChanges(headers),
    ...(payloadTypePlace === 'http-headers' ? wirePayloadType(definition) : {}),
  },
  payload_template: definition.payloadTemplate,
  ...wireSeverities(definition.severities),
  ...(payloadTypePlace === 'top-level' ? wirePayloadType(definition) : {}),
});
