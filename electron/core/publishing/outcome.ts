import type { PublishOutcome } from '#contract/publishing.ts';
import { asFarAsReported, unreportedNotes } from '#domain/publishing/as-meant.ts';
import { fieldDifferences, sameContent } from '#domain/webhook/difference.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';

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
