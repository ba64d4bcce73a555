import { keyOf, type ListedWebhook, type WebhookKey } from '#domain/webhook/listed.ts';

/**
 * Keys of the webhooks in which every word of the text occurs: in name, URL, header names or
 * payload template, in whatever case. Header values are left out: they are secrets in practice.
 */
export function searchIn(webhooks: Iterable<ListedWebhook>, text: string): WebhookKey[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found: WebhookKey[] = [];
  for (const webhook of webhooks) {
    const { name, url, payloadTemplate, headers } = webhook;
    const names = headers.map((header) => header.name).join('\n');
    const haystack = `${name}\n${url}\n${payloadTemplate}\n${names}`.toLowerCase();
    if (words.every((word) => haystack.includes(word))) found.push(keyOf(webhook));
  }
  return found;
}
