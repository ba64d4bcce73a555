import type { DeliveryRequest } from './delivery-request.ts';
import { bodyStretches } from '../secrets/body-secrets.ts';
import { headerStretches } from '../secrets/header-secrets.ts';
import type { Stretch } from '../secrets/stretch.ts';
import { urlStretches } from '../secrets/url-secrets.ts';

/** What stands in the place of a secret. */
export const secretMask = '<secret>';

/**
 * A request to be shown: what is a secret as a rule is replaced by `<secret>`, in the URL, in the
 * values of headers, and in the payload. A request without secrets comes back as it is.
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
