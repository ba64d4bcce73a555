import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tooManyRequests } from './refusals.ts';

/** Default for the largest request body, in bytes. */
export const usualBodyLimit = 1024 * 1024;

/** Connections of all clients. */
export const maxConnections = 1_024;
/** Connections of one client, see `clientAddress`. */
export const maxOfClient = 256;

/** Milliseconds for the request headers, from the connection or the end of the last response. */
export const headersTimeout = 10_000;
/** Milliseconds for a whole request. */
export const requestTimeout = 30_000;
/** Milliseconds that a connection waits for its next request. */
export const keepAliveTimeout = 10_000;
/** Milliseconds without a byte in either direction, such as if the client does not read. */
export const stalledTimeout = 60_000;
/** Interval in which Node checks for requests that take too long, in milliseconds. */
export const checkingInterval = 1_000;

interface Client {
  /** Connections without a request in flight, longest idle first. */
  readonly idle: Set<Socket>;
  /** Number of requests in flight by connection. */
  readonly busy: Map<Socket, number>;
}

const sizeOf = ({ idle, busy }: Client): number => idle.size + busy.size;

/**
 * Limits the connections of a server. A connection over a limit replaces the longest idle one: of
 * its own client if that is at its limit, else of the client with the most connections.
 * `server.maxConnections` would refuse the new one, which may be the only one with a request.
 */
export function limitConnections(server: Server): void {
  const clients = new Map<string, Client>();

  server.on('connection', (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress ?? '');
    const client = clients.get(address) ?? { idle: new Set(), busy: new Map() };
    if (!mayConnect(client)) {
      socket.destroy();
      return;
    }
    clients.set(address, client);
    client.idle.add(socket);
    socket.once('close', () => {
      client.idle.delete(socket);
      client.busy.delete(socket);
      if (sizeOf(client) === 0 && clients.get(address) === client) clients.delete(address);
    });
  });

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const client = clients.get(clientAddress(socket.remoteAddress ?? ''));
    if (client === undefined) return;
    client.idle.delete(socket);
    client.busy.set(socket, (client.busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const inFlight = (client.busy.get(socket) ?? 0) - 1;
      if (inFlight > 0) client.busy.set(socket, inFlight);
      else if (client.busy.delete(socket) && !socket.destroyed) client.idle.add(socket);
    });
  });

  /** Whether one more connection is allowed. Closes an idle one if a limit is reached. */
  function mayConnect(client: Client): boolean {
    if (sizeOf(client) >= maxOfClient) return closeIdle(client);
    const all = [...clients.values()];
    if (all.reduce((sum, other) => sum + sizeOf(other), 0) < maxConnections) return true;
    return all.toSorted((a, b) => sizeOf(b) - sizeOf(a)).some(closeIdle);
  }
}

function closeIdle({ idle }: Client): boolean {
  const [oldest] = idle;
  if (oldest === undefined) return false;
  idle.delete(oldest);
  oldest.destroy();
  return true;
}

/**
 * Allows `perSecond` requests per second from all clients together; after a pause, as many at once.
 * @param now a time in milliseconds that only grows
 * @returns a check for each request; throws a Refusal with status 429 for a request over the limit
 */
export function rateLimit(
  perSecond: number,
  now: () => number = () => performance.now(),
): () => void {
  /** Requests that are allowed at once; a fraction until the next one. */
  let allowance = perSecond;
  let lastTime = now();
  return () => {
    const time = now();
    allowance = Math.min(perSecond, allowance + ((time - lastTime) / 1000) * perSecond);
    lastTime = time;
    if (allowance < 1) {
      throw tooManyRequests(
        `This service takes ${perSecond} requests a second. Nothing has changed; try again.`,
        Math.max(1, Math.ceil((1 - allowance) / perSecond)),
      );
    }
    allowance -= 1;
  };
}

/**
 * Returns the client of a limit: an IPv4 address, or the /64 network of an IPv6 address. A customer
 * gets at least a /64 network (RFC 6177).
 */
export function clientAddress(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = address.split('%', 1).join('').split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
