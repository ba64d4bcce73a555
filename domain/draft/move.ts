import { definitionOf, type WebhookDefinition } from '../webhook/webhook.ts';
import { type VariantId, variants } from '../webhook/variant.ts';
import type { StoredDraft } from './stored-draft.ts';

/** A draft's definition on another installation, and what does not come along, as sentences. */
export interface Moved {
  readonly definition: WebhookDefinition;
  readonly losses: readonly string[];
}

/**
 * What becomes of a draft on another installation of this variant: a new webhook, because ids of
 * webhooks and headers belong to the installation that gave them. What the variant does not take is
 * replaced by what it does. Source: interface document §9.
 */
export function moveDraft(draft: Pick<StoredDraft, 'base' | 'definition'>, to: VariantId): Moved {
  const { base } = draft;
  const method = methodFor(draft.definition, to);
  const payloadType = payloadTypeFor(draft.definition, to);
  const definition = definitionOf(draft.definition);
  return {
    definition: {
      ...definition,
      headers: definition.headers.map((header) => ({ ...header, id: null })),
      method: method.value,
      payloadType: payloadType.value,
    },
    losses: [
      ...(base === null
        ? []
        : [
            `It becomes a new webhook there. Webhook ${base.id} (“${base.name}”) stays as it is where it was.`,
          ]),
      ...method.losses,
      ...payloadType.losses,
    ],
  };
}

interface Fitted<Value> {
  readonly value: Value;
  readonly losses: readonly string[];
}

function methodFor({ method }: WebhookDefinition, to: VariantId): Fitted<string> {
  const { methods, release } = variants[to];
  const [usual] = methods ?? [];
  if (methods === null || usual === undefined || methods.includes(method)) {
    return { value: method, losses: [] };
  }
  const taken = methods.join(' or ');
  return {
    value: usual,
    losses: [
      `The method ${method} becomes ${usual}: variant ${to} (${release}) takes ${taken} only.`,
    ],
  };
}

function payloadTypeFor(
  { payloadType }: WebhookDefinition,
  to: VariantId,
): Fitted<WebhookDefinition['payloadType']> {
  const { hasPayloadType, release } = variants[to];
  const variant = `variant ${to} (${release})`;
  if (hasPayloadType) {
    if (payloadType !== null) return { value: payloadType, losses: [] };
    return {
      value: 'ALERT',
      losses: [
        `It is taken to be for alerts: ${variant} tells webhooks for alerts and for jobs apart.`,
      ],
    };
  }
  if (payloadType === null) return { value: null, losses: [] };
  const purpose = payloadType === 'JOB' ? 'jobs' : 'alerts';
  return {
    value: null,
    losses: [`That it is for ${purpose} is lost: ${variant} has no payload type.`],
  };
}
