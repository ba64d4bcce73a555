import { z } from 'zod';
import { headerSegments } from '../secrets/header-secrets.ts';
import { maskedText } from '../secrets/segment.ts';
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

/** Adds names for secret header values. Equal values have equal names, different ones different names. */
export function withShownHeaders(
  shownAs: readonly ShownAs[],
  webhooks: readonly (WebhookDefinition | null)[],
): ShownAs[] {
  const all = new Map(shownAs.map((each) => [each.text, each]));
  const used = new Set(shownAs.map(({ shown }) => shown));
  for (const header of webhooks.flatMap((webhook) => webhook?.headers ?? [])) {
    const segments = headerSegments(header);
    if (all.has(header.value) || segments.every(({ secretName }) => secretName === null)) continue;
    const named = (suffix: string): string =>
      maskedText(segments, () => `<secret:${referenceName(header.name)}${suffix}>`);
    let shown = named('');
    for (let nth = 2; used.has(shown); nth += 1) shown = named(`-${nth}`);
    used.add(shown);
    all.set(header.value, { text: header.value, shown });
  }
  return [...all.values()];
}

const referenceName = (headerName: string): string =>
  headerName
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 100) || 'header';
