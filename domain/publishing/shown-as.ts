import { z } from 'zod';
import type { WebhookDefinition } from '../webhook/webhook.ts';

export const ShownAs = z.object({ text: z.string(), shown: z.string() });
export type ShownAs = z.infer<typeof ShownAs>;

/** The definitions differ only in how secrets appear. */
export function shownAsOf(definition: WebhookDefinition, shown: WebhookDefinition): ShownAs[] {
  const values = ({ url, headers, payloadTemplate }: WebhookDefinition): string[] => [
    url,
    payloadTemplate,
    ...headers.map(({ value }) => value),
  ];
  const seen = values(shown);
  return values(definition).flatMap((text, index) => {
    const other = seen[index] ?? text;
    return other === text ? [] : [{ text, shown: other }];
  });
}

export function shownDefinition<Definition extends WebhookDefinition>(
  definition: Definition,
  shownAs: readonly ShownAs[],
): Definition {
  if (shownAs.length === 0) return definition;
  const texts = new Map(shownAs.map(({ text, shown }) => [text, shown]));
  const see = (text: string): string => texts.get(text) ?? text;
  return {
    ...definition,
    url: see(definition.url),
    headers: definition.headers.map((header) => ({ ...header, value: see(header.value) })),
    payloadTemplate: see(definition.payloadTemplate),
  };
}
