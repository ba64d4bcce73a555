import type { Segment } from '../../secrets/segment.ts';
import type { CurlCall } from './curl-call.ts';

export interface SecretVariable {
  readonly name: string;
  readonly what: string;
}

export function secretVariables({ options, body }: CurlCall): ReadonlyMap<string, SecretVariable> {
  const found = new Map<string, SecretVariable>();
  for (const { text, secretName } of [...options.flatMap(({ value }) => value), ...(body ?? [])]) {
    if (secretName === null || found.has(text)) continue;
    const name = `WEBHOOK_SECRET_${found.size + 1}`;
    found.set(text, { name, what: secretName.replaceAll(/[^\w .-]/g, '_') });
  }
  return found;
}

export const withoutSecretMarks = (call: CurlCall): CurlCall => ({
  options: call.options.map(({ name, value }) => ({ name, value: value.map(withoutSecretMark) })),
  body: call.body?.map(withoutSecretMark) ?? null,
});

const withoutSecretMark = ({ text }: Segment): Segment => ({ text, secretName: null });
