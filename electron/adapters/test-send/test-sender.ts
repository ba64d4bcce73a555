import type { TrialAnswer } from '#contract/trials.ts';
import type { TrialSender } from '#core/ports.ts';
import type { DeliveryHeader, DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import type { RawAnswer } from '#domain/problem.ts';
import type { TlsCredentials } from '../http/tls/credentials.ts';
import { type OpenConnection, toReceiver, toTarget } from './connecting.ts';
import type { GuardOptions } from './guarded-connection.ts';
import { type CameBack, exchangeTest, TestSendFailed } from './test-send-exchange.ts';
import { TimeLimitReached, testSendProblem } from './test-send-messages.ts';
import { wireText } from './wire-text.ts';

export interface TestSenderOptions extends GuardOptions {
  /** Hookdesk's version, for `User-Agent`. */
  readonly version: string;
  /** For a test as a whole, in milliseconds. */
  readonly timeLimit?: number;
  /** Most of an answer's body that is read, in bytes. */
  readonly answerBytes?: number;
  /** Whom a target must be known to, in place of what this machine trusts. */
  readonly credentials?: () => Promise<TlsCredentials>;
}

/** The sender, and the way to end what is under way. */
export interface ClosableTestSender extends TrialSender {
  close(): void;
}

/** Sends tests over HTTP/1.1. Every one has a connection of its own. */
export function createTestSender(options: TestSenderOptions): ClosableTestSender {
  const { version, timeLimit = 15_000, answerBytes = 64 * 1024 } = options;
  const ways: Readonly<Record<'target' | 'receiver', OpenConnection>> = {
    target: toTarget(options, options.credentials),
    receiver: toReceiver,
  };
  const closing = new AbortController();
  const userAgent = { name: 'User-Agent', value: `Hookdesk/${version} (test)` };

  return {
    async send(request, destination, given) {
      const started = performance.now();
      const ended = (): number => Math.round(performance.now() - started);
      using limit = limited(timeLimit, [closing.signal, ...(given === undefined ? [] : [given])]);
      try {
        const signed = withUserAgent(request, userAgent);
        const back = await exchangeTest(signed, ways[destination], answerBytes, limit.signal);
        return { milliseconds: ended(), answer: answerOf(back), problem: null };
      } catch (error) {
        if (!(error instanceof TestSendFailed)) throw error;
        const { reason, phase, partial } = error;
        const answer = partial === null ? null : rawAnswer(partial);
        const { host } = new URL(request.url);
        const problem = testSendProblem(reason, { host, timeLimit, phase, answer });
        return { milliseconds: ended(), answer: null, problem };
      }
    },
    close: () => {
      closing.abort();
    },
  };
}

/** Unless the webhook says itself who calls. */
const withUserAgent = (request: DeliveryRequest, userAgent: DeliveryHeader): DeliveryRequest =>
  request.headers.some(({ name }) => name.toLowerCase() === 'user-agent')
    ? request
    : { ...request, headers: [...request.headers, userAgent] };

/** A signal that aborts with any of the others, or when the time (ms) is over. */
function limited(
  milliseconds: number,
  others: readonly AbortSignal[],
): Disposable & { readonly signal: AbortSignal } {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new TimeLimitReached());
  }, milliseconds);
  return {
    signal: AbortSignal.any([late.signal, ...others]),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
    },
  };
}

const answerOf = ({ status, headers, body }: CameBack): TrialAnswer => ({
  status,
  headers: [...headers],
  body: wireText(body.read()),
});

/** For the details of a problem. */
const rawAnswer = ({ status, headers, body }: CameBack): RawAnswer => ({
  status,
  headers: [...headers],
  body: wireText(body.read()).text,
  truncated: true,
});
