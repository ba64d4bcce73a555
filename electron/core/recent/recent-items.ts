import { z } from 'zod';

/** As stored, newest first. */
export const RecentItems = z.object({
  webhooks: z.array(z.object({ connectionId: z.string(), webhookId: z.int() })),
  searches: z.array(z.string()),
  files: z.array(z.string()),
});
export type RecentItems = z.infer<typeof RecentItems>;

export const noItems: RecentItems = { webhooks: [], searches: [], files: [] };

/** Items of each kind. */
const mostRecent = 8;

/** Puts an item first, once. */
export function withFirst<Item>(
  items: readonly Item[],
  first: Item,
  isSame: (item: Item) => boolean,
): Item[] {
  return [first, ...items.filter((item) => !isSame(item))].slice(0, mostRecent);
}

/** Adds older items behind newer ones. */
export function withOlder(newer: RecentItems, older: RecentItems): RecentItems {
  const isNewer = ({ connectionId, webhookId }: RecentItems['webhooks'][number]): boolean =>
    newer.webhooks.some(isWebhook(connectionId, webhookId));
  const olderWebhooks = older.webhooks.filter((webhook) => !isNewer(webhook));
  return {
    webhooks: [...newer.webhooks, ...olderWebhooks].slice(0, mostRecent),
    searches: [...new Set([...newer.searches, ...older.searches])].slice(0, mostRecent),
    files: [...new Set([...newer.files, ...older.files])].slice(0, mostRecent),
  };
}

export const isWebhook =
  (connectionId: string, webhookId: number) =>
  (item: RecentItems['webhooks'][number]): boolean =>
    item.connectionId === connectionId && item.webhookId === webhookId;
