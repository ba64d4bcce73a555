import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { plainError } from '#domain/problem.ts';
import { invalid } from '../problems.ts';

/** @throws ProblemError `refused` when the URL leads to another host than the person confirmed */
export function requestForTarget(request: DeliveryRequest, host: string): DeliveryRequest {
  if (!URL.canParse(request.url)) {
    throw invalid([
      {
        path: 'url',
        level: 'error',
        message: 'This is not a complete URL. Start it with https:// or http://.',
      },
    ]);
  }
  const url = new URL(request.url);
  if (url.username !== '' || url.password !== '') {
    throw invalid([
      {
        path: 'url',
        level: 'error',
        message: 'Leave user name and password out of the URL: they would not be sent.',
      },
    ]);
  }
  if (url.host === host) return request;
  throw plainError(
    'refused',
    `The URL leads to ${url.host === '' ? 'no host' : url.host} now, and you agreed to ${host}. Nothing was sent.`,
    'Look at the URL again, then send the test.',
    { Host: url.host, 'Agreed to': host },
  );
}

export function requestForReceiver(request: DeliveryRequest, address: string): DeliveryRequest {
  const { pathname, search } = URL.canParse(request.url)
    ? new URL(request.url)
    : { pathname: '/', search: '' };
  const path = pathname.startsWith('/') ? pathname : '/';
  return { ...request, url: `${address.replace(/\/$/, '')}${path}${search}` };
}
