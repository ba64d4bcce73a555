import { renderTemplate, type TokenValues } from '../template/render.ts';
import type { RuleSetName } from '../template/rule-sets.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';

/** A header of a delivery: name and value as the webhook has them. */
export interface DeliveryHeader {
  readonly name: string;
  readonly value: string;
}

/** What an installation's agent sends to a webhook's target, as far as is known. */
export interface DeliveryRequest {
  readonly method: string;
  readonly url: string;
  /** The webhook's own, in their order; the agent adds those of the connection. */
  readonly headers: readonly DeliveryHeader[];
  /** As text; on the wire it is UTF-8. */
  readonly body: string;
}

/**
 * The request that a webhook gives for an event with these values: the payload is substituted, the
 * URL and the headers are not. Source: public schema code of unknown version, see `rule-sets.ts`;
 * the service for practice sends the same, which `over-a-socket.test.ts` holds it to.
 */
export function deliveryRequest(
  definition: Pick<WebhookDefinition, 'method' | 'url' | 'headers' | 'payloadTemplate'>,
  values: TokenValues,
  rules: RuleSetName,
): DeliveryRequest {
  return {
    method: definition.method,
    url: definition.url,
    headers: definition.headers.map(({ name, value }) => ({ name, value })),
    body: renderTemplate(definition.payloadTemplate, values, rules),
  };
}
