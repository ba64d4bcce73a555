import type { Webhook } from './webhook.ts';

const mostNamed = 10;
const longestName = 60;

/** Names the fields outside of the interface that a new webhook cannot take over; `[]` without any. */
export function unknownFieldsNotCopied({ unknown }: Pick<Webhook, 'unknown'>): string[] {
  const names = Object.keys(unknown);
  if (names.length === 0) return [];
  const named = names.slice(0, mostNamed).map((name) => name.slice(0, longestName));
  const more = names.length - named.length;
  const rest = more === 0 ? '' : ` and ${more.toLocaleString('en')} more`;
  return [`Fields that the interface does not have are not copied: ${named.join(', ')}${rest}.`];
}
