import { textFilter } from '#domain/text/text-filter.ts';
import { keyOf, type ListedWebhook, type WebhookKey } from '#domain/webhook/listed.ts';

/** Header values are excluded, because they usually are secrets. */
export function filterWebhooks(webhooks: Iterable<ListedWebhook>, text: string): WebhookKey[] {
  const passes = textFilter(text);
  const shown: WebhookKey[] = [];
  for (const webhook of webhooks) {
    const { name, url, payloadTemplate, headers } = webhook;
    const names = headers.map((header) => header.name).join('\n');
    const isShown = passes === null || passes(`${name}\n${url}\n${payloadTemplate}\n${names}`);
    if (isShown) shown.push(keyOf(webhook));
  }
  return shown;
}
