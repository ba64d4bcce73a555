import { textFilter } from '#domain/text/text-filter.ts';
import type { WebhookKey } from '#domain/webhook/listed.ts';
import { DecodedTexts } from '#domain/webhook/segment/segment-texts.ts';
import type { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';

/** The webhooks whose name, URL, header names or template hold the text; all without a text. */
export function filterList(webhooks: WebhookTable, text: string): WebhookKey[] {
  const passes = textFilter(text);
  if (passes === null) return [...webhooks.keys()];
  const decoded = new DecodedTexts();
  const shown: WebhookKey[] = [];
  for (const row of webhooks.rows()) {
    if (passes(webhooks.searchTextOf(row, decoded))) shown.push(webhooks.keyOf(row));
  }
  return shown;
}
