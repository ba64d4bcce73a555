import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { unauthorized } from './refusals.ts';

/** Accepts a request or throws a Refusal. `sent` is the value of X-Auth-Token. */
export type Authentication = (sent: string | undefined) => void | Promise<void>;

export const noAuthentication: Authentication = () => undefined;

/** Accepts one auth token from all clients. The comparison takes constant time. */
export function fixedToken(token: string): Authentication {
  // All digests have the same length, which `timingSafeEqual` requires.
  const key = randomBytes(32);
  const digest = (value: string): Buffer => createHmac('sha256', key).update(value).digest();
  const expected = digest(token);
  return (sent) => {
    if (sent === undefined || sent === '') {
      throw unauthorized('Send the auth token of this service in the header X-Auth-Token.');
    }
    if (!timingSafeEqual(digest(sent), expected)) {
      throw unauthorized(
        'The auth token in the header X-Auth-Token is not the one of this service. Use the one ' +
          'that it was started with.',
      );
    }
  };
}
