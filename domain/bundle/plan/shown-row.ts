import type { Header, Webhook, WebhookDefinition } from '../../webhook/webhook.ts';
import { type Pieces, printed, secretsIn } from '../pieces.ts';
import type { PortableWebhook } from '../portable.ts';
import type { BundlePlanRow } from './bundle-plan.ts';

/** Replaces inserted secrets by their names. Values that the installation has stay visible. */
export function shownRow(row: BundlePlanRow, webhook: PortableWebhook | null): BundlePlanRow {
  const { definition, base } = row;
  if (definition === null || webhook === null) return row;
  return { ...row, definition: withoutSecrets(definition, webhook, base) };
}

function withoutSecrets(
  definition: WebhookDefinition,
  { url, headers, payloadTemplate, missing }: PortableWebhook,
  base: Webhook | null,
): WebhookDefinition {
  const shown = (text: string, pieces: Pieces, held: string | undefined): string =>
    text === held || secretsIn(pieces).length === 0 ? text : printed(pieces);
  const held = new Map(base?.headers.map(({ id, value }) => [id, value]));
  const heldValue = ({ id }: Header): string | undefined =>
    id === null ? undefined : held.get(id);
  return {
    ...definition,
    url: missing.includes('url') ? definition.url : shown(definition.url, url, base?.url),
    // In file order, so the index matches.
    headers: missing.includes('headers')
      ? definition.headers
      : definition.headers.map((header, index) => ({
          ...header,
          value: shown(header.value, headers[index]?.value ?? [], heldValue(header)),
        })),
    payloadTemplate: missing.includes('payloadTemplate')
      ? definition.payloadTemplate
      : shown(definition.payloadTemplate, payloadTemplate, base?.payloadTemplate),
  };
}
