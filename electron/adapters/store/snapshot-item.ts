import { z } from 'zod';
import type { RemoteMark } from '#core/store-ports.ts';
import { ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';

/** `webhookId` stores the key. */
const StoredMark = z.object({
  webhookId: WebhookKey,
  kind: z.enum(['changed', 'new', 'deleted']),
  before: ListedWebhook.nullable(),
  seenAt: z.date(),
});

export const SnapshotItem = z.union([
  z.object({ webhook: ListedWebhook }),
  z.object({ elsewhere: StoredMark }),
]);
export type SnapshotItem = z.infer<typeof SnapshotItem>;

export const itemOfMark = ({ key, kind, before, seenAt }: RemoteMark): SnapshotItem => ({
  elsewhere: { webhookId: key, kind, before, seenAt },
});

export const markOf = ({ webhookId, ...mark }: z.infer<typeof StoredMark>): RemoteMark => ({
  key: webhookId,
  ...mark,
});
