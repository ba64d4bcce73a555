import type { PlanItem } from '../../publishing/plan.ts';
import { shownAsOf } from '../../publishing/shown-as.ts';
import type { Header, Webhook, WebhookDefinition } from '../../webhook/webhook.ts';
import { printPieces, secretsIn, type TextWithSecrets } from '../text-with-secrets.ts';
import type { PortableWebhook } from '../portable-webhook.ts';

/** Adds how to show texts with inserted secrets. Values that the installation has stay visible. */
export function withShownAs<Row extends PlanItem>(row: Row, webhook: PortableWebhook | null): Row {
  const { definition, base } = row;
  if (definition === null || webhook === null) return row;
  const shownAs = shownAsOf(definition, withoutSecrets(definition, webhook, base));
  return shownAs.length === 0 ? row : { ...row, shownAs };
}

function withoutSecrets(
  definition: WebhookDefinition,
  { url, headers, payloadTemplate, missing }: PortableWebhook,
  base: Webhook | null,
): WebhookDefinition {
  const shown = (text: string, pieces: TextWithSecrets, baseText: string | undefined): string =>
    text === baseText || secretsIn(pieces).length === 0 ? text : printPieces(pieces);
  const baseValues = new Map(base?.headers.map(({ id, value }) => [id, value]));
  const baseValueOf = ({ id }: Header): string | undefined =>
    id === null ? undefined : baseValues.get(id);
  return {
    ...definition,
    url: missing.includes('url') ? definition.url : shown(definition.url, url, base?.url),
    // In file order, so the index matches.
    headers: missing.includes('headers')
      ? definition.headers
      : definition.headers.map((header, index) => ({
          ...header,
          value: shown(header.value, headers[index]?.value ?? [], baseValueOf(header)),
        })),
    payloadTemplate: missing.includes('payloadTemplate')
      ? definition.payloadTemplate
      : shown(definition.payloadTemplate, payloadTemplate, base?.payloadTemplate),
  };
}
