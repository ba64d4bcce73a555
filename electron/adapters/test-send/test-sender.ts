import { Client } from 'undici';
import type { TrialAnswer } from '#contract/trials.ts';
import type { TrialSender } from '#core/ports.ts';
import type { DeliveryHeader, DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { Masker } from '../masking/masker.ts';
import type { Answer } from '../http/answer.ts';
import { contextOf, ExchangeFailure } from '../http/errors/facts.ts';
import { exchangeProblem } from '../http/errors/problems.ts';
import { exchange } from '../http/exchange.ts';
import { fixedLimits, type HttpLimits } from '../http/limits.ts';
import { Connector, type Dial, dial, type Way } from '../http/routes/connector.ts';
import { timeLimit } from '../http/time-limit.ts';
import type { TlsCredentials } from '../http/tls/credentials.ts';
import type { SentRequest } from '../http/wire-request.ts';
import { guardedDial, type GuardOptions } from './guarded-connection.ts';
import { wireText } from './wire-text.ts';

export interface TestSenderOptions extends GuardOptions {
  /** Hookdesk's version, for `User-Agent`. */
  readonly version: string;
  /** For a test as a whole, in milliseconds. */
  readonly timeLimit?: number;
  /** Most of an answer's body that is read, in bytes. */
  readonly answerBytes?: number;
  /** What a target must be signed by, in place of what this machine trusts. */
  readonly credentials?: () => Promise<TlsCredentials>;
}

/** The sender, and the way to end what is under way. */
export interface ClosableTestSender extends TrialSender {
  close(): void;
}

/** Sends tests over HTTP/1.1. Every test has a connection of its own, without a proxy. */
export function createTestSender(options: TestSenderOptions): ClosableTestSender {
  const { version, timeLimit: milliseconds = 15_000, answerBytes = 64 * 1024 } = options;
  const dials: Readonly<Record<'target' | 'receiver', Dial>> = {
    target: guardedDial(options),
    // The receiver is on this machine, whatever the host in the URL is.
    receiver: ({ port }, signal) => dial({ host: '127.0.0.1', port }, signal),
  };
  const way: Way = {
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
      const connector = new Connector(way, dials[destination], options.credentials);
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
        const { problem } = exchangeProblem(error, contextOf(request, way, limits, masker), raw);
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

/** With a `User-Agent`, unless the webhook has its own. On the wire a header is the bytes of UTF-8. */
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
    // No second request follows: the server is told that the connection ends with the answer.
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });

const shownAnswer = (answer: Answer): TrialAnswer => ({
  status: answer.status,
  headers: [...answer.headers],
  body: wireText(answer.read()),
});
