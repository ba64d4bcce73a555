import type { PlanItem } from '../../publishing/plan.ts';
import { shownAsOf } from '../../publishing/shown-as.ts';
import type { Header, Webhook, WebhookDefinition } from '../../webhook/webhook.ts';
import { type Pieces, printed, secretsIn } from '../pieces.ts';
import type { PortableWebhook } from '../portable.ts';

/** Notes which texts contain inserted secrets. Values that the installation has stay visible. */
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
