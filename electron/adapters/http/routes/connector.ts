import { connect, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { Route } from '#core/ports.ts';
import { ExchangeFailure, failureOf, ProxyFailure } from '../failure.ts';
import { type TlsCredentials, tlsCredentials } from '../tls/credentials.ts';
import { check, type Handshake, shakeHands } from '../tls/handshake.ts';
import { opened } from './opened.ts';
import { type ProxyAddress, proxyName } from './proxy-address.ts';
import { openTunnel } from './tunnel.ts';

/** All that decides how connections to an origin are made. */
export interface Way {
  readonly trust: Route['trust'];
  readonly clientCertificate: Route['clientCertificate'];
  readonly proxy: ProxyAddress | null;
  /** For everything until the connection is there, proxy and TLS included; milliseconds. */
  readonly connectMilliseconds: number;
}

interface Destination {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Makes connections one way, each within its time limit. Rejects with an ExchangeFailure. */
export class Connector {
  readonly #way: Way;
  #credentials: Promise<TlsCredentials> | undefined;
  /** The proxy is asked for its own certificate, and shown none of this client. */
  #proxyCredentials: Promise<TlsCredentials> | undefined;
  readonly #closing = new AbortController();

  constructor(way: Way) {
    this.#way = way;
  }

  /** Whom the way trusts. @throws RouteUnusable */
  credentials(): Promise<TlsCredentials> {
    return (this.#credentials ??= tlsCredentials(this.#way));
  }

  /** For undici. */
  readonly connect: buildConnector.connector = ({ hostname, port, protocol }, callback) => {
    const secure = protocol === 'https:';
    const usual = secure ? 443 : 80;
    const destination = { host: hostname, port: port === '' ? usual : Number(port) };
    this.open(destination, secure).then(
      (socket) => {
        callback(null, socket);
      },
      (error: unknown) => {
        callback(failureOf(error, 'connecting'), null);
      },
    );
  };

  /** A connection over which a request may go. */
  open(destination: Destination, secure: boolean): Promise<Socket> {
    return this.#within(undefined, async (signal) => {
      if (!secure) return this.#reach(destination, signal);
      const hands = await this.#shakeHands(destination, signal);
      return check(hands, this.#way.trust, await this.credentials());
    });
  }

  /** A connection whose certificate nobody has judged: to look at, and to close. */
  look(destination: Destination, signal: AbortSignal | undefined): Promise<Handshake> {
    return this.#within(signal, (limit) => this.#shakeHands(destination, limit));
  }

  /** Gives up the connections that are being made. */
  close(): void {
    this.#closing.abort(new ExchangeFailure('service-closed', 'connecting', null));
  }

  async #shakeHands(destination: Destination, signal: AbortSignal): Promise<Handshake> {
    // First, as a route that cannot be used calls nobody.
    const credentials = await this.credentials();
    const socket = await this.#reach(destination, signal);
    return shakeHands(socket, destination.host, credentials, signal);
  }

  async #reach(destination: Destination, signal: AbortSignal): Promise<Socket> {
    const { proxy } = this.#way;
    if (proxy === null) return dial(destination, signal);
    const socket = await this.#reachProxy(proxy, signal);
    return openTunnel(socket, proxy, proxyName(destination), signal);
  }

  async #reachProxy(proxy: ProxyAddress, signal: AbortSignal): Promise<Socket> {
    try {
      const socket = await dial(proxy, signal);
      if (!proxy.secure) return socket;
      const trust: Route['trust'] =
        this.#way.trust.kind === 'pinned' ? { kind: 'system' } : this.#way.trust;
      this.#proxyCredentials ??= tlsCredentials({ trust, clientCertificate: null });
      const credentials = await this.#proxyCredentials;
      return check(await shakeHands(socket, proxy.host, credentials, signal), trust, credentials);
    } catch (error) {
      throw new ProxyFailure(proxyName(proxy), false, failureOf(error, 'connecting'));
    }
  }

  async #within<Result>(
    given: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new ExchangeFailure('connect-timeout', 'connecting', null));
    }, this.#way.connectMilliseconds);
    const signals = [late.signal, this.#closing.signal, ...(given === undefined ? [] : [given])];
    try {
      return await work(AbortSignal.any(signals));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Idle connections are looked after this often, in milliseconds: firewalls forget them. */
const keepAliveDelay = 60_000;

/** A connection over TCP. @throws ExchangeFailure */
async function dial({ host, port }: Destination, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: keepAliveDelay });
  socket.setNoDelay(true);
  try {
    await opened(socket, 'connect', signal);
  } catch (error) {
    throw failureOf(error, 'connecting');
  }
  return socket;
}
