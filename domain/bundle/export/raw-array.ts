import type { VariantId } from '../../webhook/variant.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { type PortableWebhook, printedDefinition } from '../portable-webhook.ts';

/** Gives the JSON that a create request of the variant sends. */
export type RawWriter = (definition: WebhookDefinition, variant: VariantId) => unknown;

/**
 * Writes webhooks as an installation lists them, without ids. Secrets become `<secret:name>`, which the reader turns
 * into references again.
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
