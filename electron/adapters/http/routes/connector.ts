import { request } from 'node:http';
import { connect, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { Route } from '#core/ports.ts';
import { ExchangeFailure, failureOf, withoutNulls } from '../errors/exchange-failure.ts';
import { kindOfTunnelStatus } from '../errors/kind-of-status.ts';
import { timeLimit } from '../limits.ts';
import {
  awaitConnect,
  checkCertificate,
  type Handshake,
  performHandshake,
} from '../tls/certificate-check.ts';
import { type ReadCredentials, type TlsCredentials, tlsCredentials } from '../tls/credentials.ts';
import { type Destination, destinationOf } from './destination.ts';
import { type ProxyAddress, proxyName } from './proxy-address.ts';

/** What the connections of a route share. Its proxy is resolved for one URL. */
export interface RouteSettings {
  readonly trust: Route['trust'];
  readonly clientCertificate: Route['clientCertificate'];
  readonly proxy: ProxyAddress | null;
  /** Includes proxy and TLS. */
  readonly connectMilliseconds: number;
}

/** Opens a TCP connection. */
export type Dial = (destination: Destination, signal: AbortSignal) => Promise<Socket>;

/** Opens connections on one route: through its proxy, with its TLS settings. Methods reject with `ExchangeFailure`. */
export class Connector {
  readonly #settings: RouteSettings;
  readonly #dial: Dial;
  readonly #readCredentials: ReadCredentials;
  #credentials: Promise<TlsCredentials> | undefined;
  #proxyCredentials: Promise<TlsCredentials> | undefined;
  readonly #closing = new AbortController();

  constructor(
    settings: RouteSettings,
    openTcp: Dial = dial,
    readCredentials: ReadCredentials = tlsCredentials,
  ) {
    this.#settings = settings;
    this.#dial = openTcp;
    this.#readCredentials = readCredentials;
  }

  credentials(): Promise<TlsCredentials> {
    return (this.#credentials ??= this.#readCredentials(this.#settings));
  }

  readonly connect: buildConnector.connector = (address, callback) => {
    this.open(destinationOf(address), address.protocol === 'https:').then(
      (socket) => {
        callback(null, socket);
      },
      (error: unknown) => {
        callback(failureOf(error, 'connecting'), null);
      },
    );
  };

  async open(destination: Destination, secure: boolean): Promise<Socket> {
    if (secure) {
      const handshake = await this.inspect(destination, undefined);
      return checkCertificate(handshake, this.#settings.trust, await this.credentials());
    }
    const proxyCredentials = await this.#readProxyCredentials();
    return this.#withTimeLimit(undefined, (signal) =>
      this.#openSocket(destination, proxyCredentials, signal),
    );
  }

  /** The certificate is not checked. */
  async inspect(
    destination: Destination,
    callerSignal: AbortSignal | undefined,
  ): Promise<Handshake> {
    // Before dialing: an unusable route opens no connection.
    const proxyCredentials = await this.#readProxyCredentials();
    const credentials = await this.credentials();
    return this.#withTimeLimit(callerSignal, async (signal) => {
      const socket = await this.#openSocket(destination, proxyCredentials, signal);
      return performHandshake(socket, destination.host, credentials, signal);
    });
  }

  close(): void {
    this.#closing.abort(new ExchangeFailure('aborted', 'connecting'));
  }

  /** Without the client certificate. Not counted in the connection's time limit. */
  async #readProxyCredentials(): Promise<TlsCredentials | null> {
    if (this.#settings.proxy?.secure !== true) return null;
    return (this.#proxyCredentials ??= this.#readCredentials({
      trust: this.#trustInProxy,
      clientCertificate: null,
    }));
  }

  /** An installation's pinned key does not apply to a proxy. */
  get #trustInProxy(): Route['trust'] {
    const { trust } = this.#settings;
    return trust.kind === 'pinned' ? { kind: 'system' } : trust;
  }

  async #openSocket(
    destination: Destination,
    proxyCredentials: TlsCredentials | null,
    signal: AbortSignal,
  ): Promise<Socket> {
    const { proxy } = this.#settings;
    if (proxy === null) return this.#dial(destination, signal);
    const socket = await this.#openProxySocket(proxy, proxyCredentials, signal);
    return openTunnel(socket, proxy, proxyName(destination), signal);
  }

  async #openProxySocket(
    proxy: ProxyAddress,
    proxyCredentials: TlsCredentials | null,
    signal: AbortSignal,
  ): Promise<Socket> {
    try {
      const socket = await this.#dial(proxy, signal);
      if (proxyCredentials === null) return socket;
      const handshake = await performHandshake(socket, proxy.host, proxyCredentials, signal);
      return checkCertificate(handshake, this.#trustInProxy, proxyCredentials);
    } catch (error) {
      throw failureOf(error, 'connecting').withProxy(proxyName(proxy));
    }
  }

  async #withTimeLimit<Result>(
    callerSignal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    using limit = timeLimit(this.#settings.connectMilliseconds, [
      this.#closing.signal,
      callerSignal,
    ]);
    return await work(limit.signal);
  }
}

/** Milliseconds. TCP keep-alive prevents firewalls from dropping idle connections. */
const keepAliveDelay = 60_000;

export async function dial(
  { host, port }: Destination,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<Socket> {
  if (signal.aborted) throw failureOf(null, 'connecting', signal);
  const socket = connect({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveDelay,
    ...(lookup === undefined ? {} : { lookup }),
  });
  try {
    await awaitConnect(socket, 'connect', signal);
  } catch (error) {
    throw failureOf(error, 'connecting', signal);
  }
  return socket;
}

/** CONNECT (RFC 9110 §9.3.6), also for plain http, so that the proxy never sees the auth token. */
function openTunnel(
  socket: Socket,
  proxy: ProxyAddress,
  authority: string,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const connectRequest = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, Connection: 'keep-alive', ...credentialsOf(proxy) },
      signal,
    });
    const fail = (failure: ExchangeFailure): void => {
      socket.destroy();
      reject(failure.withProxy(proxyName(proxy)));
    };
    connectRequest.once('connect', (answer, _socket, firstBytes: Buffer) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        fail(refusal(status, schemesIn(answer.headers['proxy-authenticate'])));
        return;
      }
      if (firstBytes.length > 0) socket.unshift(firstBytes);
      resolve(socket);
    });
    // An answer such as 101 opens no tunnel.
    connectRequest.once('upgrade', (answer) => {
      fail(refusal(answer.statusCode ?? 0, null));
    });
    connectRequest.once('error', (error) => {
      const failure = failureOf(error, 'connecting', signal);
      const isLate = failure.kind === 'timeout-connecting';
      fail(isLate ? new ExchangeFailure('timeout-tunnel', 'connecting') : failure);
    });
    connectRequest.end();
  });
}

const refusal = (status: number, schemes: string | null): ExchangeFailure =>
  new ExchangeFailure(
    kindOfTunnelStatus(status),
    'connecting',
    withoutNulls({ 'Status of the proxy': String(status), 'Schemes of the proxy': schemes }),
  );

/** RFC 7617. Never the installation's credentials. */
function credentialsOf({ credentials }: ProxyAddress): Record<string, string> {
  if (credentials === null) return {};
  const { username, password } = credentials;
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  return { 'Proxy-Authorization': `Basic ${pair}` };
}

/** Scheme names without their parameters, as in `Negotiate, Basic realm="x"`. Source: RFC 9110 §11.6.1. */
function schemesIn(header: string | string[] | undefined): string | null {
  const schemes = [header ?? []]
    .flat()
    .flatMap((line) => line.match(/(?<=^|,\s*)[A-Za-z][\w-]*(?=\s+\w|\s*$|\s*,)/g) ?? []);
  return schemes.length === 0 ? null : [...new Set(schemes)].join(', ');
}
