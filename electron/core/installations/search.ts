import type { Webhook } from '#domain/webhook/webhook.ts';

/**
 * Ids of the webhooks in which every word of the text occurs: in name, URL, header names or
 * payload template, in whatever case. Header values are left out: they are secrets in practice.
 */
export function searchIn(webhooks: Iterable<Webhook>, text: string): number[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found: number[] = [];
  for (const { id, name, url, payloadTemplate, headers } of webhooks) {
    const names = headers.map((header) => header.name).join('\n');
    const haystack = `${name}\n${url}\n${payloadTemplate}\n${names}`.toLowerCase();
    if (words.every((word) => haystack.includes(word))) found.push(id);
  }
  return found;
}
