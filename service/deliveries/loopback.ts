import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';

/** The target of a delivery is not on this machine. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

// Source: RFC 1122 §3.2.1.3, RFC 4291 §2.5.3. Also matches IPv4-mapped IPv6 addresses.
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export const isLoopback = (address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

/** Resolves a name. The connection uses these addresses without a second look-up. */
export type Resolve = (
  hostname: string,
  options: { all: true; family: number },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a connector for loopback addresses; others fail with `TargetRefused`. It looks up a name
 * once, then checks and uses the same addresses, so that DNS rebinding has no effect.
 */
export function loopbackConnector(
  timeout: number,
  resolve: Resolve = lookup,
): buildConnector.connector {
  const loopbackLookup: LookupFunction = (hostname, options, callback) => {
    const family = options.family === 4 || options.family === 6 ? options.family : 0;
    resolve(hostname, { all: true, family }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isLoopback(address))) {
        callback(targetRefused(hostname), '', 0);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ timeout, lookup: loopbackLookup });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isLoopback(host)) {
      callback(targetRefused(host), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else if (isToThisMachine(socket)) callback(null, socket);
      else {
        socket.destroy();
        callback(targetRefused(host), null);
      }
    });
  };
}

/** Returns whether a connection is to this machine: a second check after the look-up. */
const isToThisMachine = ({ remoteAddress }: Socket): boolean =>
  remoteAddress !== undefined && isLoopback(remoteAddress);

const targetRefused = (host: string): TargetRefused =>
  new TargetRefused(
    `${host} is not this machine. Nothing was sent: deliveries go to 127.0.0.0/8 and ::1 alone, ` +
      'unless the service is started with --deliver-anywhere.',
  );
