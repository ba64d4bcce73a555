import type { DeliveryRequest } from './delivery-request.ts';
import { bodyStretches } from '../secrets/body-secrets.ts';
import { headerStretches } from '../secrets/header-secrets.ts';
import type { Stretch } from '../secrets/stretch.ts';
import { urlStretches } from '../secrets/url-secrets.ts';

export const secretMask = '<secret>';

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
