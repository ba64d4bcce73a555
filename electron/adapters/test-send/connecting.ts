import { connect, type Socket } from 'node:net';
import type { Route } from '#core/ports.ts';
import { opened } from '../http/routes/opened.ts';
import { type TlsCredentials, tlsCredentials } from '../http/tls/credentials.ts';
import { check, shakeHands } from '../http/tls/handshake.ts';
import { type GuardOptions, guardedConnection } from './guarded-connection.ts';

/** Opens the connection of one test. */
export type OpenConnection = (url: URL, signal: AbortSignal) => Promise<Socket>;

/** What this machine trusts, and nothing that a connection to an installation says. */
const trust: Route['trust'] = { kind: 'system' };

/**
 * To a webhook's target: guarded, without a proxy, and encrypted with whom this machine trusts.
 *
 * @param readCredentials in place of what this machine trusts
 */
export function toTarget(
  guard: GuardOptions,
  readCredentials = (): Promise<TlsCredentials> =>
    tlsCredentials({ trust, clientCertificate: null }),
): OpenConnection {
  let credentials: Promise<TlsCredentials> | undefined;
  return async (url, signal) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isEncrypted = url.protocol === 'https:';
    const port = url.port === '' ? (isEncrypted ? 443 : 80) : Number(url.port);
    const socket = await guardedConnection(host, port, guard, signal);
    if (!isEncrypted) return socket;
    try {
      const ours = await orAborted((credentials ??= readCredentials()), signal);
      return check(await shakeHands(socket, host, ours, signal), trust, ours);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };
}

/** On some systems it takes seconds to read what the machine trusts: nobody waits longer than he will. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    signal.addEventListener('abort', aborted, { once: true });
    if (signal.aborted) aborted();
    work.then(resolve, reject);
  });
}

/** To the receiver on this machine, by its own address alone. */
export const toReceiver: OpenConnection = async (url, signal) => {
  const socket = connect({ host: '127.0.0.1', port: Number(url.port), noDelay: true });
  await opened(socket, 'connect', signal);
  return socket;
};
