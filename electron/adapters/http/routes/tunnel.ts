import { request } from 'node:http';
import type { Socket } from 'node:net';
import { kindOfTunnelStatus } from '../errors/classification.ts';
import { ExchangeFailure, failureOf, known } from '../errors/facts.ts';
import { type ProxyAddress, proxyName } from './proxy-address.ts';

/**
 * Has a proxy open a way to a host, over a connection to the proxy: CONNECT, RFC 9110 §9.3.6, for
 * plain http as well, so that the proxy is never asked with the auth token in the request.
 *
 * @param authority host and port of where the way leads
 * @throws ExchangeFailure
 */
export function openTunnel(
  socket: Socket,
  proxy: ProxyAddress,
  authority: string,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const asking = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, Connection: 'keep-alive', ...credentialsOf(proxy) },
      signal,
    });
    const fail = (failure: ExchangeFailure): void => {
      socket.destroy();
      reject(failure.atProxy(proxyName(proxy)));
    };
    asking.once('connect', (answer, _, head: Buffer) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        fail(refusal(status, schemesIn(answer.headers['proxy-authenticate'])));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    // An answer that is not one to CONNECT, such as 101, opens no way either.
    asking.once('upgrade', (answer) => {
      fail(refusal(answer.statusCode ?? 0, null));
    });
    asking.once('error', (error) => {
      const failure = failureOf(error, 'connecting', signal);
      const isLate = failure.kind === 'timeout-connecting';
      fail(isLate ? new ExchangeFailure('timeout-tunnel', 'connecting') : failure);
    });
    asking.end();
  });
}

const refusal = (status: number, schemes: string | null): ExchangeFailure =>
  new ExchangeFailure(
    kindOfTunnelStatus(status),
    'connecting',
    known({ 'Status of the proxy': String(status), 'Schemes of the proxy': schemes }),
  );

/** RFC 7617. The proxy's own credentials, and nothing of the installation's. */
function credentialsOf({ credentials }: ProxyAddress): Record<string, string> {
  if (credentials === null) return {};
  const { username, password } = credentials;
  const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  return { 'Proxy-Authorization': `Basic ${pair}` };
}

/** The names of the schemes in `Proxy-Authenticate`; `null` where it names none. */
function schemesIn(header: string | string[] | undefined): string | null {
  const schemes = [header ?? []]
    .flat()
    .flatMap((line) => line.match(/(?<=^|,\s*)[A-Za-z][\w-]*(?=\s+\w|\s*$|\s*,)/g) ?? []);
  return schemes.length === 0 ? null : [...new Set(schemes)].join(', ');
}
