import type { ListedSummary, SeenWebhook } from '#domain/webhook/listed.ts';
import { digestOf, type Webhook } from '#domain/webhook/webhook.ts';

/** As a window would select them. */
export const seenOf = (webhooks: readonly Webhook[]): SeenWebhook[] =>
  webhooks.map((webhook) => ({ id: webhook.id, digest: digestOf(webhook) }));

export const seenInRows = (rows: readonly ListedSummary[]): SeenWebhook[] =>
  rows.flatMap(({ id, digest }) => (id === null ? [] : [{ id, digest }]));

/** Ids that no test has seen with these digests. */
export const unseen = (...ids: readonly number[]): SeenWebhook[] =>
  ids.map((id) => ({ id, digest: '' }));
