import { printed } from '../bundle/pieces.ts';
import type { PortableWebhook } from '../bundle/portable.ts';
import type { UnaddressableWebhook } from '../webhook/listed.ts';
import { fieldsFrom, fieldOf } from '../webhook/webhook.ts';

/** The webhook of a file's row, with `<secret:name>` for each secret that the file only names. */
export function listedOfFile(key: string, webhook: PortableWebhook): UnaddressableWebhook {
  const fields = {
    ...webhook,
    url: printed(webhook.url),
    payloadTemplate: printed(webhook.payloadTemplate),
  };
  return {
    ...fieldsFrom((field) => fieldOf(fields, field)),
    headers: webhook.headers.map(({ name, value }) => ({ id: null, name, value: printed(value) })),
    id: null,
    key,
    idDefect: { kind: 'missing' },
    unreported: [...webhook.missing, ...(webhook.payloadType === null ? ['payloadType'] : [])],
    unknown: {},
  };
}
