import { z } from 'zod';
import type { WebhookDefinition } from '../webhook/webhook.ts';

/** A text of a definition that has secrets in it, and how people see it: with their names. */
export const ShownAs = z.object({ text: z.string(), shown: z.string() });
export type ShownAs = z.infer<typeof ShownAs>;

/** The texts in which two definitions differ that are the same but for how secrets stand in them. */
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

/** A definition as people see it. What was merged into it since stays as it is. */
export function shownDefinition(
  definition: WebhookDefinition,
  shownAs: readonly ShownAs[],
): WebhookDefinition {
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
