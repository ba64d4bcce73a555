import { z } from 'zod';
import { WatchStatus } from './watch-backoff.ts';
import { ChangedPart, WebhookChange } from './webhook-change.ts';

/** What a watch tells. Times are UTC, as ISO 8601 text. Secrets are masked. */
export const WatchEvent = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('change'),
    installation: z.string(),
    webhookId: z.int().nullable(),
    webhook: z.string(),
    kind: WebhookChange.shape.kind,
    noticedAt: z.string(),
    /** Fields and headers of a changed webhook. `null`: it does not have the part. */
    parts: z.array(ChangedPart.strict()),
  }),
  z.strictObject({
    event: z.literal('status'),
    installation: z.string(),
    status: WatchStatus,
    /** When the installation was read last. */
    readAt: z.string().nullable(),
    /** Why it cannot be read. */
    message: z.string().nullable(),
  }),
]);
export type WatchEvent = z.infer<typeof WatchEvent>;

export const changeEvent = (
  installation: string,
  { webhookId, name, kind, noticedAt, parts }: WebhookChange,
): WatchEvent => ({
  event: 'change',
  installation,
  webhookId,
  webhook: name,
  kind,
  noticedAt: noticedAt.toISOString(),
  parts,
});

/** For people: time, installation, what happened, and the rest. */
export function watchEventInWords(event: WatchEvent): string[] {
  const { installation } = event;
  if (event.event === 'status')
    return [event.readAt ?? '', installation, event.status, event.message ?? ''];
  const { noticedAt, kind, webhook, parts } = event;
  return [noticedAt, installation, kind, webhook, parts.map(partInWords).join('; ')];
}

const longestPart = 60;

/** Such as `Enabled: on → off`. A long part only by its label. */
function partInWords({ label, before, after }: ChangedPart): string {
  const values = `${before ?? 'none'} → ${after ?? 'none'}`;
  return values.length > longestPart ? label : `${label}: ${values}`;
}
