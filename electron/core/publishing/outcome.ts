import type { PublishOutcome } from '#contract/publishing.ts';
import {
  fieldDifferences,
  FieldName,
  fieldOf,
  sameContent,
  withField,
} from '#domain/webhook/difference.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';

/** Whether a webhook says what was meant, as far as the service reported it. */
export function isAsMeant(meant: WebhookDefinition, webhook: Webhook): boolean {
  return sameContent(asFarAsReported(meant, webhook), webhook);
}

/** What was meant, with what the service did not report taken as it is: it cannot be compared. */
function asFarAsReported(meant: WebhookDefinition, webhook: Webhook): WebhookDefinition {
  const unreported = new Set(webhook.unreported);
  const headers = unreported.has('headers') ? webhook.headers : meant.headers;
  return FieldName.options
    .filter((field) => unreported.has(field))
    .reduce((known, field) => withField(known, field, fieldOf(webhook, field)), {
      ...meant,
      headers,
    });
}

function unreportedNotes({ unreported }: Webhook): string[] {
  const fields = [...FieldName.options, 'headers'].filter((field) => unreported.includes(field));
  if (fields.length === 0) return [];
  const names = fields.map((field) => field.replace('.', ': ').replace(/[A-Z]/g, inWords));
  return [`The service does not report ${names.join(', ')}, so that this could not be compared.`];
}

const inWords = (letter: string): string => ` ${letter.toLowerCase()}`;

/** What was read back, held against what was meant. */
export function outcomeOf(
  kind: 'read' | 'not-applied',
  meant: WebhookDefinition,
  webhook: Webhook | null,
  notes: readonly string[],
): PublishOutcome {
  if (webhook === null) {
    const nothing = { created: false, webhook, differences: [], headersDiffer: false };
    return { kind: kind === 'read' ? 'differs' : kind, ...nothing, notes: [...notes] };
  }
  const comparable = asFarAsReported(meant, webhook);
  const identical = sameContent(comparable, webhook);
  return {
    kind: kind === 'not-applied' ? 'not-applied' : identical ? 'identical' : 'differs',
    created: false,
    webhook,
    differences: fieldDifferences(comparable, webhook),
    headersDiffer: !sameContent(webhook, { ...webhook, headers: comparable.headers }),
    notes: [...notes, ...unreportedNotes(webhook)],
  };
}

/**
 * Finds the webhook that a create made: an id that was not there before, with the content that was
 * meant. Several such are told apart by order: the service appends, so the last is taken, and said so.
 */
export function findCreated(
  before: readonly Webhook[],
  after: readonly Webhook[],
  meant: WebhookDefinition,
): { webhook: Webhook | null; notes: string[] } {
  const known = new Set(before.map((webhook) => webhook.id));
  const fresh = after.filter((webhook) => !known.has(webhook.id));
  const equal = fresh.filter((webhook) => isAsMeant(meant, webhook));
  const ids = (webhooks: readonly Webhook[]): string =>
    webhooks.map((webhook) => webhook.id).join(', ');
  const last = equal.at(-1);
  if (last !== undefined) {
    const notes =
      equal.length > 1
        ? [
            `Several new webhooks are equal (${ids(equal)}); the last in the list, ${last.id}, is taken for yours.`,
          ]
        : [];
    return { webhook: last, notes };
  }
  const named = fresh.filter((webhook) => webhook.name === meant.name).at(-1) ?? null;
  const notes =
    named === null && fresh.length > 0
      ? [`The list has new webhooks (${ids(fresh)}), but none with the name that was sent.`]
      : [];
  return { webhook: named, notes };
}
