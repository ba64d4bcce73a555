import { renderTemplate, type RuleSetName, type TokenValues } from '../template/render-template.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';

export interface DeliveryHeader {
  readonly name: string;
  readonly value: string;
}

/** The request that the installation sends to the target of a webhook. */
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

/** Normalizes (WHATWG URL) and removes the fragment, which is never sent. @throws TypeError for no URL */
export function sentUrl(url: string): string {
  const { href } = new URL(url);
  const fragment = href.indexOf('#');
  return fragment === -1 ? href : href.slice(0, fragment);
}
