import { z } from 'zod';
import type { FieldName } from './fields.ts';
import type { WebhookDefinition } from './webhook.ts';
import { type VariantId, variants } from './variant.ts';

export const Loss = z.object({
  field: z.enum(['method', 'payloadType'] satisfies FieldName[]),
  message: z.string(),
});
export type Loss = z.infer<typeof Loss>;

export interface Fitted {
  readonly definition: WebhookDefinition;
  readonly losses: readonly Loss[];
}

/** Source: interface document §9. */
export function fitToVariant(definition: WebhookDefinition, to: VariantId): Fitted {
  const method = methodFor(definition, to);
  const payloadType = payloadTypeFor(definition, to);
  return {
    definition: { ...definition, method: method.value, payloadType: payloadType.value },
    losses: [
      ...method.losses.map((message): Loss => ({ field: 'method', message })),
      ...payloadType.losses.map((message): Loss => ({ field: 'payloadType', message })),
    ],
  };
}

interface FittedValue<Value> {
  readonly value: Value;
  readonly losses: readonly string[];
}

function methodFor({ method }: WebhookDefinition, to: VariantId): FittedValue<string> {
  const { methods } = variants[to];
  const [usual] = methods ?? [];
  if (methods === null || usual === undefined || methods.includes(method)) {
    return { value: method, losses: [] };
  }
  const taken = methods.join(' or ');
  return {
    value: usual,
    losses: [`Method ${method} becomes ${usual} (variant ${to} supports only ${taken}).`],
  };
}

function payloadTypeFor(
  { payloadType }: WebhookDefinition,
  to: VariantId,
): FittedValue<WebhookDefinition['payloadType']> {
  const { hasPayloadType, release } = variants[to];
  const variant = `variant ${to} (${release})`;
  if (hasPayloadType) {
    if (payloadType !== null) return { value: payloadType, losses: [] };
    return {
      value: 'ALERT',
      losses: [`The payload type becomes alert (${variant} requires a payload type).`],
    };
  }
  if (payloadType === null) return { value: null, losses: [] };
  return {
    value: null,
    losses: [`Payload type is dropped (not supported by variant ${to}).`],
  };
}
