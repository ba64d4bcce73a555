import { renderTemplate, type RuleSetName, type TokenValues } from '../template/render.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';

export interface DeliveryHeader {
  readonly name: string;
  readonly value: string;
}

export interface DeliveryRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly DeliveryHeader[];
  readonly body: string;
}

/** Replaces tokens in the payload only. Source: public schema code, see `rule-sets.ts`. */
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
