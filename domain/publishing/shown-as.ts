import { z } from 'zod';
import type { WebhookDefinition } from '../webhook/webhook.ts';

/** A text with inserted secrets, and the text that a window shows in its place. */
export const ShownAs = z.object({ text: z.string(), shown: z.string() });
export type ShownAs = z.infer<typeof ShownAs>;

/** @param shownVersion differs only in how secrets appear */
export function shownAsOf(
  definition: WebhookDefinition,
  shownVersion: WebhookDefinition,
): ShownAs[] {
  const shownTexts = textsOf(shownVersion);
  return textsOf(definition).flatMap((text, index) => {
    const shown = shownTexts[index] ?? text;
    return shown === text ? [] : [{ text, shown }];
  });
}

/** The definition with the texts that a window shows. */
export function shownDefinition<Definition extends WebhookDefinition>(
  definition: Definition,
  shownAs: readonly ShownAs[],
): Definition {
  if (shownAs.length === 0) return definition;
  const texts = new Map(shownAs.map(({ text, shown }) => [text, shown]));
  const shownText = (text: string): string => texts.get(text) ?? text;
  return {
    ...definition,
    url: shownText(definition.url),
    headers: definition.headers.map((header) => ({ ...header, value: shownText(header.value) })),
    payloadTemplate: shownText(definition.payloadTemplate),
  };
}

const textsOf = ({ url, headers, payloadTemplate }: WebhookDefinition): string[] => [
  url,
  payloadTemplate,
  ...headers.map(({ value }) => value),
];
