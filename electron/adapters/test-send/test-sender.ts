import { Client } from 'undici';
import type { TestSendAnswer } from '#contract/test-sends.ts';
import type { TestSender } from '#core/ports.ts';
import type { DeliveryHeader, DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { hostRefusal } from '#domain/managed/host-refusal.ts';
import { type Managed, unmanaged } from '#domain/managed/managed-settings.ts';
import { Masker } from '../masking/masker.ts';
import type { Answer } from '../http/answer.ts';
import { contextOf, ExchangeFailure } from '../http/errors/exchange-failure.ts';
import { exchangeProblem } from '../http/errors/http-problems.ts';
import { exchange } from '../http/exchange.ts';
import { fixedLimits, type HttpLimits } from '../http/limits.ts';
import { Connector, type Dial, dial, type RouteSettings } from '../http/routes/connector.ts';
import { timeLimit } from '../http/time-limit.ts';
import type { ReadCredentials } from '../http/tls/credentials.ts';
import type { SentRequest } from '../http/wire-request.ts';
import { guardedDial, type GuardOptions } from './refuse-forbidden-address.ts';
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

export interface ClosableTestSender extends TestSender {
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
        const masker = new Masker();
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
