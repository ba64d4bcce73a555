import { FieldName, fields } from '../../webhook/fields.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { type PortableWebhook, printedDefinition } from '../portable-webhook.ts';

/** Gives the JSON that a create request of the variant sends. */
export type RawWriter = (definition: WebhookDefinition, variant: VariantId) => unknown;

/** Source: interface document §2.1. */
const memberOf = (part: string): string =>
  part === 'headers' ? 'http_headers' : fields[FieldName.parse(part)].wireName;

/**
 * Writes webhooks as an installation lists them, without ids and without what the source does not report. Secrets
 * become `<secret:name>`, which the reader turns into references again.
 */
export function* rawArray(
  webhooks: Iterable<PortableWebhook>,
  variant: VariantId,
  write: RawWriter,
): Generator<string, void, void> {
  let isFirst = true;
  for (const webhook of webhooks) {
    const missing = new Set(webhook.missing.map(memberOf));
    const reported = (member: string, value: unknown) => (missing.has(member) ? undefined : value);
    const json = JSON.stringify(write(printedDefinition(webhook), variant), reported, 2);
    yield `${isFirst ? '[' : ','}\n  ${json.replaceAll('\n', '\n  ')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}
