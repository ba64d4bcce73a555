import { PayloadType } from '../variant.ts';
import { severityNames, type WebhookDefinition } from '../webhook.ts';

type Flagged = Pick<WebhookDefinition, 'enabled' | 'severities' | 'payloadType'>;

const payloadTypeShift = 5;

/** One byte. Bit 0: enabled; bits 1 to 4: severities; above: payload type, where 0 is `null`. */
export function encodeFlags({ enabled, severities, payloadType }: Flagged): number {
  let flags = enabled ? 1 : 0;
  severityNames.forEach((name, index) => {
    if (severities[name]) flags |= 2 << index;
  });
  const type = payloadType === null ? 0 : PayloadType.options.indexOf(payloadType) + 1;
  return flags | (type << payloadTypeShift);
}

export function decodeFlags(flags: number): Flagged {
  const isSet = (bit: number): boolean => ((flags >>> bit) & 1) === 1;
  return {
    enabled: isSet(0),
    severities: { low: isSet(1), medium: isSet(2), high: isSet(3), cleared: isSet(4) },
    payloadType: PayloadType.options[(flags >>> payloadTypeShift) - 1] ?? null,
  };
}
