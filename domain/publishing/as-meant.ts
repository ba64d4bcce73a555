import { sameContent } from '../webhook/difference.ts';
import { fieldInWords, FieldName } from '../webhook/fields.ts';
import { type Webhook, type WebhookDefinition, fieldOf, withField } from '../webhook/webhook.ts';

const comparedNames = [...FieldName.options, 'headers'];

/** Whether a webhook says what was meant, as far as the service reported it, and it reported anything. */
export function isAsMeant(meant: WebhookDefinition, webhook: Webhook): boolean {
  const { unreported, payloadType } = webhook;
  const reportsAny =
    payloadType !== null || comparedNames.some((name) => isReported(name, unreported));
  return reportsAny && sameContent(asFarAsReported(meant, webhook), webhook);
}

const isReported = (name: string, unreported: readonly string[]): boolean =>
  name !== 'payloadType' && !unreported.includes(name);

/** What was meant, with what the service did not report taken as it is: it cannot be compared. */
export function asFarAsReported(meant: WebhookDefinition, webhook: Webhook): WebhookDefinition {
  if (webhook.unreported.length === 0) return meant;
  const unreported = new Set(webhook.unreported);
  const headers = unreported.has('headers') ? webhook.headers : meant.headers;
  return FieldName.options
    .filter((field) => unreported.has(field))
    .reduce((known, field) => withField(known, field, fieldOf(webhook, field)), {
      ...meant,
      headers,
    });
}

/** Says what could not be compared; nothing where everything was reported. */
export function unreportedNotes({ unreported }: Webhook): string[] {
  const fields = comparedNames.filter((field) => unreported.includes(field));
  if (fields.length === 0) return [];
  const names = fields.map(fieldInWords);
  return [`The service does not report ${names.join(', ')}, so that this could not be compared.`];
}
