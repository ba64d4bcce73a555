import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { type ForbiddenAddress, forbiddenHost } from '#domain/delivery/forbidden-address.ts';
import { ExchangeFailure } from '../http/errors/exchange-failure.ts';
import { destinations } from '../http/errors/http-problems.ts';
import { type Dial, dial } from '../http/routes/connector.ts';

const forbiddenAddress = (kind: ForbiddenAddress, address: string): ExchangeFailure =>
  new ExchangeFailure('forbidden-address', 'connecting', {
    Address: address,
    Destination: destinations[kind],
  });

export type Resolve = (
  hostname: string,
  options: { all: true; family: number },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  readonly resolve?: Resolve;
  readonly forbidden?: (host: string) => ForbiddenAddress | null;
}

/** Looks a name up once: a second lookup could lead to a forbidden address. Rejects with `ExchangeFailure`. */
export const guardedDial =
  ({ resolve = lookup, forbidden = forbiddenHost }: GuardOptions): Dial =>
  async (destination, signal) => {
    // IP addresses are not looked up, and some names are forbidden themselves.
    const kind = forbidden(destination.host);
    if (kind !== null) throw forbiddenAddress(kind, destination.host);
    const socket = await dial(destination, signal, guardedLookup(resolve, forbidden));
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) throw new ExchangeFailure('closed-connecting', 'connecting');
    // Verifies the address that was actually reached.
    const reached = forbidden(remoteAddress);
    if (reached === null) return socket;
    socket.destroy();
    throw forbiddenAddress(reached, remoteAddress);
  };

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
          forbiddenAddress(refused?.kind ?? 'not-an-address', refused?.address ?? hostname),
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
