import type { Webhook } from '../../webhook/webhook.ts';
import type { PortableWebhook } from '../portable.ts';
import type { Completed } from './complete.ts';

/** What each installation keeps, whatever the file has. */
export interface KeptParts {
  readonly fields: readonly string[];
  /** Names of headers, in lower case. */
  readonly headers: ReadonlySet<string>;
}

export const withoutKept = (
  webhook: PortableWebhook,
  { fields, headers }: KeptParts,
): PortableWebhook => ({
  ...webhook,
  headers: webhook.headers.filter(({ name }) => !headers.has(name.toLowerCase())),
  missing: [...new Set([...webhook.missing, ...fields])],
});

/** Adds the headers that the installation keeps. */
export function withKept(
  completed: Completed,
  { missing }: PortableWebhook,
  live: Webhook,
  { headers }: KeptParts,
): Completed {
  if (headers.size === 0 || missing.includes('headers')) return completed;
  const { definition } = completed;
  const kept = live.headers.filter(({ name }) => headers.has(name.toLowerCase()));
  return { ...completed, definition: { ...definition, headers: [...definition.headers, ...kept] } };
}
