import { request } from 'node:http';
import type { Socket } from 'node:net';
import { kindOfTunnelStatus } from '../errors/classification.ts';
import { ExchangeFailure, failureOf, withoutNulls } from '../errors/exchange-failure.ts';
import { type ProxyAddress, proxyName } from './proxy-address.ts';

/** CONNECT (RFC 9110 §9.3.6), also for plain http, so that the proxy never sees the auth token. */
export function openTunnel(
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
    connectRequest.once('connect', (answer, _, head: Buffer) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        fail(refusal(status, schemesIn(answer.headers['proxy-authenticate'])));
        return;
      }
      if (head.length > 0) socket.unshift(head);
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
