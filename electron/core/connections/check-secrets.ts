import type { SecretsInput } from '#contract/connections.ts';
import { checkPrivateKey } from '#domain/installation/pem.ts';
import type { Issue } from '#domain/webhook/check.ts';

/** Issues never repeat a secret. */
export function checkSecrets({ authToken, clientKey }: SecretsInput): Issue[] {
  return [
    ...(typeof authToken === 'string' ? checkAuthToken(authToken) : []),
    ...(typeof clientKey === 'string' ? checkPrivateKey(clientKey, 'clientKey') : []),
  ];
}

/** Characters allowed in a header value. Source: RFC 9110 §5.5. */
function checkAuthToken(authToken: string): Issue[] {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(authToken)) return [];
  const message = 'The auth token contains invalid characters. Copy the auth token again.';
  return [{ path: 'authToken', level: 'error', message }];
}
