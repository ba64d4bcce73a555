import type { DeliveryRequest } from './delivery-request.ts';
import { bodySegments } from '../secrets/body-secrets.ts';
import { headerSegments } from '../secrets/header-secrets.ts';
import type { Segment } from '../secrets/segment.ts';
import { urlSegments } from '../secrets/url-secrets.ts';

export const secretMask = '<secret>';

export function maskRequest(request: DeliveryRequest): DeliveryRequest {
  return {
    method: request.method,
    url: maskSecrets(urlSegments(request.url)),
    headers: request.headers.map((header) => ({
      name: header.name,
      value: maskSecrets(headerSegments(header)),
    })),
    body: maskSecrets(bodySegments(request.body)),
  };
}

const maskSecrets = (segments: readonly Segment[]): string =>
  segments.map(({ text, secret }) => (secret === null ? text : secretMask)).join('');
