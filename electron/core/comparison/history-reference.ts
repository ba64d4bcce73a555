import type { ComparisonReference } from '#contract/comparisons.ts';
import { EarlierStates } from '#domain/comparison/earlier-list.ts';
import { keyOf, type ListedWebhook } from '#domain/webhook/listed.ts';
import { variants } from '#domain/webhook/variant.ts';
import { historyTooShort, inFuture, notRead } from './comparison-problems.ts';
import type { ComparisonNeeds, OpenedReference } from './held-comparison.ts';

const day = 24 * 60 * 60 * 1_000;

export async function historyReference(
  { ports, connections, snapshotPersistence, journal }: ComparisonNeeds,
  { connectionId, at }: Extract<ComparisonReference, { kind: 'history' }>,
  signal?: AbortSignal,
): Promise<OpenedReference> {
  const { name, variant } = connections.find(connectionId);
  const now = ports.clock.now();
  const { keepDays, pruned } = journal.state();
  if (at > now) throw inFuture();
  const oldest = Math.max(now.getTime() - keepDays * day, pruned?.before.getTime() ?? 0);
  if (at.getTime() < oldest) throw historyTooShort(new Date(oldest));
  const snapshot = await snapshotPersistence.load(connectionId);
  if (snapshot === null) throw notRead(name);
  const states = new EarlierStates(at);
  for await (const entries of journal.pages({ connectionId }, signal)) {
    for (const entry of entries) states.add(entry);
  }
  const { webhooks, unknown } = states.list(snapshot.webhooks.values(), snapshot.readAt);
  const byKey = new Map(
    webhooks.map((webhook) => [
      keyOf(webhook),
      variants[variant].hasPayloadType ? withoutPayloadType(webhook) : webhook,
    ]),
  );
  const isUnreadable = journal.state().unreadable > 0;
  return {
    held: {
      name: `${name} on ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
      facts: 'from History',
      note: [
        'Only changes made with Hookdesk on this computer are known.',
        ...(isUnreadable ? ['Some entries of History cannot be read.'] : []),
      ].join(' '),
      readAt: null,
      variant,
      find: (key) => byKey.get(key) ?? null,
    },
    webhooks: byKey.values(),
    unknown,
    formerOf: (other) => (other.id === connectionId ? keyOf : () => null),
  };
}

/** An entry of variant A has no payload type. */
const withoutPayloadType = (webhook: ListedWebhook): ListedWebhook =>
  webhook.payloadType === null
    ? { ...webhook, unreported: [...webhook.unreported, 'payloadType'] }
    : webhook;
