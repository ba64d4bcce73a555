import type { Stretch } from '../../secrets/stretch.ts';
import type { CurlCall } from './curl-call.ts';

/** A variable of the environment that a masked command takes a secret from. */
export interface SecretVariable {
  readonly name: string;
  /** For people: letters, digits and a few signs that mean nothing to a shell. */
  readonly what: string;
}

/** Variables by the secrets they stand for: each secret has one, wherever it stands. */
export function secretVariables({ options, body }: CurlCall): ReadonlyMap<string, SecretVariable> {
  const found = new Map<string, SecretVariable>();
  for (const { text, secret } of [...options.flatMap(({ value }) => value), ...(body ?? [])]) {
    if (secret === null || found.has(text)) continue;
    const name = `WEBHOOK_SECRET_${found.size + 1}`;
    found.set(text, { name, what: secret.replaceAll(/[^\w .-]/g, '_') });
  }
  return found;
}

/** The same call with nothing that is a secret. */
export const withSecretsShown = (call: CurlCall): CurlCall => ({
  options: call.options.map(({ name, value }) => ({ name, value: value.map(shown) })),
  body: call.body?.map(shown) ?? null,
});

const shown = ({ text }: Stretch): Stretch => ({ text, secret: null });
