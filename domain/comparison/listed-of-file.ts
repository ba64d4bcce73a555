import { type PortableWebhook, printedTexts } from '../bundle/portable.ts';
import type { UnaddressableWebhook } from '../webhook/listed.ts';
import { definitionOf } from '../webhook/webhook.ts';

/** The webhook of a file's row, with `<secret:name>` for each secret that the file only names. */
export const listedOfFile = (key: string, webhook: PortableWebhook): UnaddressableWebhook => ({
  ...definitionOf({ ...webhook, ...printedTexts(webhook) }),
  id: null,
  key,
  idDefect: { kind: 'missing' },
  unreported: [...webhook.missing, ...(webhook.payloadType === null ? ['payloadType'] : [])],
  unknown: {},
});
