import type { VariantId } from '../../webhook/variant.ts';
import { definitionOf, type WebhookDefinition } from '../../webhook/webhook.ts';
import { printed } from '../pieces.ts';
import type { PortableWebhook } from '../portable.ts';

/** Writes a webhook as a variant of the interface does; the domain does not know how. See `RawReader`. */
export type RawWriter = (definition: WebhookDefinition, variant: VariantId) => unknown;

/**
 * Webhooks as the list of a variant has them, without ids, as texts that make the file one after the
 * other. A secret that is not to be told stands there as `<secret:name>`, and is a place for it again when
 * the list is read.
 */
export function* rawArray(
  webhooks: Iterable<PortableWebhook>,
  variant: VariantId,
  write: RawWriter,
): Generator<string, void, void> {
  let isFirst = true;
  for (const webhook of webhooks) {
    const json = JSON.stringify(write(printedDefinition(webhook), variant), null, 2);
    yield `${isFirst ? '[' : ','}\n  ${json.replaceAll('\n', '\n  ')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

/** A webhook with its placeholders as text. */
export const printedDefinition = (webhook: PortableWebhook): WebhookDefinition =>
  definitionOf({
    ...webhook,
    url: printed(webhook.url),
    headers: webhook.headers.map(({ name, value }) => ({ id: null, name, value: printed(value) })),
    payloadTemplate: printed(webhook.payloadTemplate),
  });
