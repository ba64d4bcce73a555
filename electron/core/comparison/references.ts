import type { ComparisonReference } from '#contract/comparisons.ts';
import { isSource } from '#domain/bundle/plan/plan-target.ts';
import { listedOfFile } from '#domain/bundle/portable-webhook.ts';
import { EarlierStates } from '#domain/comparison/earlier-list.ts';
import { utcMinute } from '#domain/comparison/export/exported-comparison.ts';
import { keyOf, type ListedWebhook, type WebhookKey } from '#domain/webhook/listed.ts';
import { variants } from '#domain/webhook/variant.ts';
import { fingerprintOf } from '../installations/fingerprint.ts';
import type { Parts } from '../parts.ts';
import { historyTooShort, inFuture, notRead } from './comparison-problems.ts';
import type { LoadedReference } from './comparison.ts';

/** The webhooks of a file. The host holds them, because the file may be closed. */
export async function fileReference(
  { ports, files }: Parts,
  fileId: string,
  signal?: AbortSignal,
): Promise<LoadedReference> {
  const { name, exportedAt } = files.about(fileId);
  const rows = await files.bundleRows(fileId, signal);
  const portable = rows.flatMap(({ key, content }) =>
    content.kind === 'webhook' ? [{ key, webhook: content.webhook }] : [],
  );
  const hasPayloadTypes = portable.some(({ webhook }) => webhook.payloadType !== null);
  const variant = hasPayloadTypes ? 'B' : 'A';
  const webhooks = new Map(
    portable.map(({ key, webhook }): [WebhookKey, ListedWebhook] => [
      key,
      listedOfFile(key, webhook),
    ]),
  );
  const origins = new Map(
    rows.map(({ key, origin }): [WebhookKey, typeof origin] => [key, origin]),
  );
  return {
    reference: {
      name,
      facts: exportedInWords(exportedAt),
      note: unreadInWords(rows.length - portable.length),
      readAt: null,
      variant,
      find: (key) => webhooks.get(key) ?? null,
    },
    webhooks: webhooks.values(),
    keysOfUnknownState: new Set(),
    formerOf: (other) => {
      const target = { connectionId: other.id, fingerprint: fingerprintOf(ports, other) };
      return (webhook) => {
        const origin = origins.get(keyOf(webhook)) ?? null;
        return isSource(origin, target) ? (origin?.formerId ?? null) : null;
      };
    },
  };
}

function exportedInWords(exportedAt: string | null): string {
  const at = new Date(exportedAt ?? '');
  return Number.isNaN(at.getTime()) ? 'file' : `file, exported ${utcMinute(at)}`;
}

function unreadInWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? 'One webhook of the file cannot be read, and is not compared.'
    : `${count.toLocaleString('en')} webhooks of the file cannot be read, and are not compared.`;
}

const day = 24 * 60 * 60 * 1_000;

/** The webhooks of an installation at a past time: its last list, with the changes of History undone. */
export async function historyReference(
  { ports, connections, snapshotPersistence, journal }: Parts,
  { connectionId, at }: Extract<ComparisonReference, { kind: 'history' }>,
  signal?: AbortSignal,
): Promise<LoadedReference> {
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
  const { webhooks, keysOfUnknownState } = states.list(snapshot.webhooks.values(), snapshot.readAt);
  const byKey = new Map(
    webhooks.map((webhook) => [
      keyOf(webhook),
      variants[variant].hasPayloadType ? withoutPayloadType(webhook) : webhook,
    ]),
  );
  const isUnreadable = journal.state().unreadable > 0;
  return {
    reference: {
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
    keysOfUnknownState,
    formerOf: (other) => (other.id === connectionId ? keyOf : () => null),
  };
}

/** An entry of variant A has no payload type. */
const withoutPayloadType = (webhook: ListedWebhook): ListedWebhook =>
  webhook.payloadType === null
    ? { ...webhook, unreported: [...webhook.unreported, 'payloadType'] }
    : webhook;
