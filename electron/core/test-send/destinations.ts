import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { invalidField, refusedError } from '../problems.ts';

/** @throws ProblemError `refused` when the URL leads to another host than the person confirmed */
export function requestForTarget(request: DeliveryRequest, host: string): DeliveryRequest {
  if (!URL.canParse(request.url)) {
    throw invalidField('url', 'This is not a complete URL. Start it with https:// or http://.');
  }
  const url = new URL(request.url);
  if (url.username !== '' || url.password !== '') {
    throw invalidField(
      'url',
      'Remove user name and password from the URL. They would not be sent.',
    );
  }
  if (url.host === host) return request;
  throw refusedError(
    `The URL now points to ${url.host === '' ? 'no host' : url.host} instead of ${host}. Nothing was sent.`,
    'Check the URL, then send the test again.',
    { Host: url.host, 'Confirmed host': host },
  );
}

export function requestForReceiver(request: DeliveryRequest, address: string): DeliveryRequest {
  const { pathname, search } = URL.canParse(request.url)
    ? new URL(request.url)
    : { pathname: '/', search: '' };
  const path = pathname.startsWith('/') ? pathname : '/';
  return { ...request, url: `${address.replace(/\/$/, '')}${path}${search}` };
}
