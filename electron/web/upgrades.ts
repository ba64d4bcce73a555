import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseUpgrade } from './answers.ts';
import { pathOf } from './requests.ts';
import type { Session } from './session.ts';
import type { TrustedAddresses } from './trusted-addresses.ts';

/**
 * Whether a connection may become the window's web socket: asked under our own address, from our own
 * page, with the secret of this host run. Browsers do not keep foreign pages from opening web
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
    session.isOffered(headers['sec-websocket-protocol'])
  );
}

/** Refuses an upgrade and destroys the connection on any error. */
export function dropUpgrade(socket: Duplex, status: 403 | 503): void {
  socket.on('error', () => socket.destroy());
  refuseUpgrade(socket, status);
}
