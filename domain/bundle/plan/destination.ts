import type { Webhook } from '../../webhook/webhook.ts';
import { printed } from '../pieces.ts';
import type { PortableWebhook } from '../portable.ts';

/** The URL with secret names in it. A secret's value is used only for the destination it was given for. */
export const destinationOf = (
  { url, missing }: PortableWebhook,
  live: Pick<Webhook, 'url'> | null,
): string => (missing.includes('url') ? (live?.url ?? '') : printed(url));
