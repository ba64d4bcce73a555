import type { Webhook } from '../../webhook/webhook.ts';
import type { PortableWebhook } from '../portable-webhook.ts';

/** Parts that each installation keeps, regardless of the file. */
export interface PartsNotTaken {
  readonly fields: readonly string[];
  /** Names of headers, in lower case. */
  readonly headers: ReadonlySet<string>;
}

/** The webhook of the file with the parts that the installation keeps. */
export function withoutPartsNotTaken(
  webhook: PortableWebhook,
  live: Webhook,
  { fields, headers }: PartsNotTaken,
): PortableWebhook {
  const isRetained = ({ name }: { readonly name: string }): boolean =>
    headers.has(name.toLowerCase());
  return {
    ...webhook,
    headers: [
      ...webhook.headers.filter((header) => !isRetained(header)),
      ...live.headers.filter(isRetained).map(({ name, value }) => ({ name, value: [value] })),
    ],
    missing: [...new Set([...webhook.missing, ...fields])],
  };
}
