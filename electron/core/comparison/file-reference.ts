import { isSource } from '#domain/bundle/plan/plan-target.ts';
import { utcMinute } from '#domain/comparison/export/exported-comparison.ts';
import { listedOfFile } from '#domain/comparison/listed-of-file.ts';
import { keyOf, type ListedWebhook, type WebhookKey } from '#domain/webhook/listed.ts';
import { fingerprintOf } from '../installations/fingerprint.ts';
import type { ComparisonNeeds, OpenedReference } from './held-comparison.ts';

/** The webhooks of a file. The host holds them, because the file may be closed. */
export async function fileReference(
  { ports, files }: ComparisonNeeds,
  fileId: string,
  signal?: AbortSignal,
): Promise<OpenedReference> {
  const { name, exportedAt } = files.about(fileId);
  const rows = await files.bundleRows(fileId, signal);
  const portable = rows.flatMap(({ key, content }) =>
    content.kind === 'webhook' ? [{ key, webhook: content.webhook }] : [],
  );
  const isOfB = portable.some(({ webhook }) => webhook.payloadType !== null);
  const variant = isOfB ? 'B' : 'A';
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
    held: {
      name,
      facts: exportedInWords(exportedAt),
      note: unreadInWords(rows.length - portable.length),
      readAt: null,
      variant,
      find: (key) => webhooks.get(key) ?? null,
    },
    webhooks: webhooks.values(),
    unknown: new Set(),
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
    : `${count} webhooks of the file cannot be read, and are not compared.`;
}
