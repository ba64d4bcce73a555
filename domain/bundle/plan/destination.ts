import type { Webhook } from '../../webhook/webhook.ts';
import { printed } from '../pieces.ts';
import type { PortableWebhook } from '../portable.ts';

/**
 * Where a webhook of a file would send to: its whole URL, with the names of secrets in it. A value that
 * somebody gave for a secret goes there and nowhere else, whichever file asks for it by its name.
 */
export const destinationOf = (
  { url, missing }: PortableWebhook,
  live: Pick<Webhook, 'url'> | null,
): string => (missing.includes('url') ? (live?.url ?? '') : printed(url));
