import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Client } from 'undici';
import type { TestSendAnswer } from '#contract/test-sends.ts';
import type { TestSender } from '#core/ports.ts';
import type { DeliveryHeader, DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { type ForbiddenAddress, forbiddenHost } from '#domain/delivery/forbidden-address.ts';
import { hostRefusal, type Managed, unmanaged } from '#domain/managed/managed-settings.ts';
import { KnownSecretMasker } from '#domain/secrets/known-secret-masker.ts';
import type { Answer } from '../http/answer.ts';
import { contextOf, ExchangeFailure } from '../http/errors/exchange-failure.ts';
import { exchangeProblem } from '../http/errors/http-problems.ts';
import { exchange } from '../http/exchange.ts';
import { fixedLimits, type HttpLimits, timeLimit } from '../http/limits.ts';
import { Connector, type Dial, dial, type RouteSettings } from '../http/routes/connector.ts';
import type { ReadCredentials } from '../http/tls/credentials.ts';
import type { SentRequest } from '../http/wire-request.ts';
import { wireText } from './wire-text.ts';

export interface TestSenderOptions extends GuardOptions {
  readonly version: string;
  /** Milliseconds for a whole test. */
  readonly timeLimit?: number;
  /** Bytes of the answer's body that are read. */
  readonly answerBytes?: number;
  readonly managed?: Managed;
  /** Trusted roots; default: those of this machine. */
  readonly credentials?: ReadCredentials;
}

interface ClosableTestSender extends TestSender {
  close(): void;
}

export function createTestSender(options: TestSenderOptions): ClosableTestSender {
  const { version, timeLimit: milliseconds = 15_000, answerBytes = 64 * 1024 } = options;
  const { managed = unmanaged } = options;
  const dials: Readonly<Record<'target' | 'receiver', Dial>> = {
    target: guardedDial(options),
    // Always the local receiver, whatever the URL's host.
    receiver: ({ port }, signal) => dial({ host: '127.0.0.1', port }, signal),
  };
  const settings: RouteSettings = {
    trust: { kind: 'system' },
    clientCertificate: null,
    proxy: null,
    connectMilliseconds: milliseconds,
  };
  const limits: HttpLimits = {
    ...fixedLimits,
    connectMilliseconds: milliseconds,
    headersMilliseconds: milliseconds,
    bodyMilliseconds: milliseconds,
    bodyBytes: Number.MAX_SAFE_INTEGER,
  };
  const userAgent = { name: 'User-Agent', value: `Hookdesk/${version} (test)` };
  const closing = new AbortController();

  return {
    async send(delivery, destination, given) {
      const started = performance.now();
      const elapsed = (): number => Math.round(performance.now() - started);
      const request = requestOf(delivery, userAgent);
      const refusal = destination === 'target' ? hostRefusal(managed, request.url) : null;
      if (refusal !== null) return { milliseconds: 0, answer: null, problem: refusal };
      const connector = new Connector(settings, dials[destination], options.credentials);
      const client = clientOf(request.url, connector);
      using limit = timeLimit(milliseconds, [closing.signal, given]);
      let answer: Answer | null = null;
      try {
        answer = await exchange(client, request, limits, limit.signal, answerBytes);
        await answer.readUpTo(answerBytes);
        return { milliseconds: elapsed(), answer: shownAnswer(answer), problem: null };
      } catch (error) {
        if (!(error instanceof ExchangeFailure)) throw error;
        const masker = new KnownSecretMasker();
        const raw = answer?.raw(masker) ?? null;
        const { problem } = exchangeProblem(
          error,
          contextOf(request, settings, limits, masker),
          raw,
        );
        return { milliseconds: elapsed(), answer: null, problem };
      } finally {
        connector.close();
        await client.destroy();
      }
    },
    close: () => {
      closing.abort();
    },
  };
}

/** Header values are UTF-8 on the wire; undici writes strings as Latin-1. */
function requestOf(
  { method, url, headers, body }: DeliveryRequest,
  userAgent: DeliveryHeader,
): SentRequest {
  const isNamed = headers.some(({ name }) => name.toLowerCase() === 'user-agent');
  const sent = isNamed ? headers : [...headers, userAgent];
  return {
    method,
    url: new URL(url),
    headers: sent.map(({ name, value }) => ({
      name,
      value: Buffer.from(value, 'utf8').toString('latin1'),
    })),
    body,
    subject: 'test-send',
  };
}

const clientOf = ({ origin }: URL, { connect }: Connector): Client =>
  new Client(origin, {
    allowH2: false,
    // Sends `Connection: close`, because no second request follows.
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });

const shownAnswer = (answer: Answer): TestSendAnswer => ({
  status: answer.status,
  headers: [...answer.headers],
  body: wireText(answer.prefix.read()),
});

/** Where a test send is not sent to, as part of a sentence. */
const destinations: Readonly<Record<ForbiddenAddress, string>> = {
  loopback:
    'this machine itself, while for the installation it leads to the installation’s own machine',
  'link-local': 'an address that is valid on one network link only',
  'cloud-metadata':
    'a place where a cloud tells its machines who they are, and hands out credentials',
  unspecified: 'an address that stands for no machine',
  multicast: 'an address of many machines at once',
  broadcast: 'an address of all machines at once',
  reserved: 'an unassigned address',
  'not-an-address': 'an invalid address',
};

const forbiddenAddress = (kind: ForbiddenAddress, address: string): ExchangeFailure =>
  new ExchangeFailure('forbidden-address', 'connecting', {
    Address: address,
    Destination: destinations[kind],
  });

type Resolve = (
  hostname: string,
  options: { all: true; family: number },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

interface GuardOptions {
  readonly resolve?: Resolve;
  readonly forbidden?: (host: string) => ForbiddenAddress | null;
}

/** Looks a name up once: a second lookup could lead to a forbidden address. Rejects with `ExchangeFailure`. */
const guardedDial =
  ({ resolve = lookup, forbidden = forbiddenHost }: GuardOptions): Dial =>
  async (destination, signal) => {
    // IP addresses are not looked up, and some names are forbidden themselves.
    const kind = forbidden(destination.host);
    if (kind !== null) throw forbiddenAddress(kind, destination.host);
    const socket = await dial(destination, signal, guardedLookup(resolve, forbidden));
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) throw new ExchangeFailure('closed-connecting', 'connecting');
    // Verifies the address that was actually reached.
    const forbiddenKind = forbidden(remoteAddress);
    if (forbiddenKind === null) return socket;
    socket.destroy();
    throw forbiddenAddress(forbiddenKind, remoteAddress);
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
      const resolved = addresses.map((entry) => ({
        ...entry,
        kind: isIP(entry.address) === 0 ? ('not-an-address' as const) : forbidden(entry.address),
      }));
      const allowed = resolved.filter(({ kind }) => kind === null);
      const [first] = allowed;
      const [refused] = resolved;
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
