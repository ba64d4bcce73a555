import type { IncomingMessage } from 'node:http';
import { isOfOtherUser } from '#adapters/machine/socket-user.ts';
import { pathOf } from './requests.ts';
import type { BrowserSession } from './browser-session.ts';
import type { OwnAddresses } from './own-page.ts';

/** Browsers let foreign pages open web sockets, so only this check protects the core. */
export function mayUpgrade(
  addresses: OwnAddresses,
  session: BrowserSession,
  { headers, url, method, socket }: IncomingMessage,
): boolean {
  return (
    method === 'GET' &&
    pathOf(url) === '/rpc' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    addresses.isOwnHost(headers.host) &&
    addresses.isOwnOrigin(headers.origin, headers.host) &&
    session.isOffered(headers['sec-websocket-protocol']) &&
    !isOfOtherUser(socket)
  );
}
