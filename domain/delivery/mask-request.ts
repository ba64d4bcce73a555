import type { DeliveryRequest } from './delivery-request.ts';
import { bodyStretches, headerStretches, type Stretch, urlStretches } from './secrets.ts';

/** What stands in the place of a secret. */
export const secretMask = '<secret>';

/**
 * A request to be shown: every value that is a secret as a rule is replaced by `<secret>`. What
 * counts as one, see `secrets.ts`.
 */
export function maskRequest(request: DeliveryRequest): DeliveryRequest {
  return {
    method: request.method,
    url: masked(urlStretches(request.url)),
    headers: request.headers.map((header) => ({
      name: header.name,
      value: masked(headerStretches(header)),
    })),
    body: masked(bodyStretches(request.body)),
  };
}

const masked = (stretches: readonly Stretch[]): string =>
  stretches.map(({ text, secret }) => (secret === null ? text : secretMask)).join('');
