import { sameContent } from '../webhook/difference.ts';
import { fieldInWords, FieldName } from '../webhook/fields.ts';
import { type Webhook, type WebhookDefinition, fieldOf, withField } from '../webhook/webhook.ts';

const comparedNames = [...FieldName.options, 'headers'];

/**
 * Whether the installation stored what was requested. Compares reported fields only; `false` when none is
 * reported.
 */
export function matchesRequest(requested: WebhookDefinition, webhook: Webhook): boolean {
  const { unreported, payloadType } = webhook;
  const reportsAny =
    payloadType !== null ||
    comparedNames.some((name) => name !== 'payloadType' && !unreported.includes(name));
  return reportsAny && sameContent(asFarAsReported(requested, webhook), webhook);
}

/** Unreported fields get the live value, because they cannot be compared. */
export function asFarAsReported(requested: WebhookDefinition, webhook: Webhook): WebhookDefinition {
  if (webhook.unreported.length === 0) return requested;
  const unreported = new Set(webhook.unreported);
  const headers = unreported.has('headers') ? webhook.headers : requested.headers;
  return FieldName.options
    .filter((field) => unreported.has(field))
    .reduce((comparable, field) => withField(comparable, field, fieldOf(webhook, field)), {
      ...requested,
      headers,
    });
}

export function unreportedNotes({ unreported }: Webhook): string[] {
  const fields = comparedNames.filter((field) => unreported.includes(field));
  if (fields.length === 0) return [];
  const names = fields.map(fieldInWords);
  return [`The installation does not report ${names.join(', ')}, so Hookdesk could not verify it.`];
}
