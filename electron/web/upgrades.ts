import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseUpgrade } from './answers.ts';
import { pathOf } from './requests.ts';
import type { Session } from './session.ts';
import type { TrustedAddresses } from './trusted-addresses.ts';

/**
 * Whether a connection may become the window's web socket: asked under our own address, from our own
 * page, by the browser that holds the cookie. Browsers do not keep foreign pages from opening web
 * sockets, so that nothing but this stands between them and the core.
 */
export function mayUpgrade(
  addresses: TrustedAddresses,
  session: Session,
  { headers, url, method }: IncomingMessage,
): boolean {
  return (
    method === 'GET' &&
    pathOf(url) === '/rpc' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    addresses.isOwnHost(headers.host) &&
    addresses.isOwnOrigin(headers.origin, headers.host) &&
    session.isGood(headers.cookie)
  );
}

/** Refuses an upgrade; errors of a connection that is given up anyway are of no interest. */
export function dropUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  refuseUpgrade(socket, 403);
}
