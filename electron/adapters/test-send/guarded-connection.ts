import { lookup, type LookupAddress } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ForbiddenAddress, forbiddenHost } from '#domain/delivery/forbidden-address.ts';
import { opened } from '../http/routes/opened.ts';

/** A test would go where none is sent. */
export class DestinationForbidden extends Error {
  override readonly name = 'DestinationForbidden';
  readonly kind: ForbiddenAddress;
  /** As the name service gave it, or as it stands in the URL. */
  readonly address: string;

  constructor(kind: ForbiddenAddress, address: string) {
    super(kind);
    this.kind = kind;
    this.address = address;
  }
}

/** Finds the addresses of a name. What it finds is connected to: it is not asked a second time. */
export type Resolve = (
  hostname: string,
  options: { all: true; family: number },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  /** Looks up names in the place of the system. */
  readonly resolve?: Resolve;
  /** Why nothing is sent to a host or address, `null` where it may be; the domain's rules. */
  readonly forbidden?: (host: string) => ForbiddenAddress | null;
}

/**
 * Opens a connection to a host, but to no address that tests may not go to. A name is looked up
 * once, and those of its addresses that are allowed are connected to: it cannot lead elsewhere the
 * second time it is asked.
 *
 * @param host a name or an address, without brackets
 * @throws DestinationForbidden, the error of the connection, or the signal's reason
 */
export async function guardedConnection(
  host: string,
  port: number,
  { resolve = lookup, forbidden = forbiddenHost }: GuardOptions,
  signal: AbortSignal,
): Promise<Socket> {
  // An address is not looked up, and a name may say enough by itself.
  const kind = forbidden(host);
  if (kind !== null) throw new DestinationForbidden(kind, host);
  const socket = connect({ host, port, noDelay: true, lookup: guardedLookup(resolve, forbidden) });
  await opened(socket, 'connect', signal);
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw closed();
  // The rules above have seen to it; this is the proof.
  const reached = forbidden(remoteAddress);
  if (reached === null) return socket;
  socket.destroy();
  throw new DestinationForbidden(reached, remoteAddress);
}

const closed = (): Error => Object.assign(new Error('Closed'), { code: 'ECONNRESET' });

function guardedLookup(
  resolve: Resolve,
  forbidden: (host: string) => ForbiddenAddress | null,
): LookupFunction {
  return (hostname, options, callback) => {
    const family = options.family === 4 || options.family === 6 ? options.family : 0;
    resolve(hostname, { all: true, family }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const judged = addresses.map((each) => ({
        ...each,
        kind: isIP(each.address) === 0 ? ('not-an-address' as const) : forbidden(each.address),
      }));
      const allowed = judged.filter(({ kind }) => kind === null);
      const [first] = allowed;
      const [refused] = judged;
      if (first === undefined) {
        callback(
          new DestinationForbidden(refused?.kind ?? 'not-an-address', refused?.address ?? hostname),
          '',
          0,
        );
      } else if (options.all === true) {
        callback(
          null,
          allowed.map(({ address, family: kind }) => ({ address, family: kind })),
        );
      } else callback(null, first.address, first.family);
    });
  };
}
