import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { plainError } from '#domain/problem.ts';
import { invalid } from '../problems.ts';

/**
 * The request as it is, for the target that a person agreed to.
 *
 * @param host with its port, where it has one
 * @throws ProblemError `invalid` without a usable URL, `refused` if it leads to another host
 */
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

/** The request with the receiver in the place of its target; path and query stay, where it has any. */
export function requestForReceiver(request: DeliveryRequest, address: string): DeliveryRequest {
  const { pathname, search } = URL.canParse(request.url)
    ? new URL(request.url)
    : { pathname: '/', search: '' };
  const path = pathname.startsWith('/') ? pathname : '/';
  return { ...request, url: `${address.replace(/\/$/, '')}${path}${search}` };
}
