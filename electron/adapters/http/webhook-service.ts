import { Agent } from 'undici';
import type { ReadOptions, Target, WebhookService } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { accept } from './acceptance.ts';
import type { Answer } from './answer.ts';
import { exchange, overallLimit } from './exchange.ts';
import { ExchangeFailure } from './failure.ts';
import { defaultLimits, type HttpLimits, shownBytes } from './limits.ts';
import { Masker } from '../masking/masker.ts';
import { type Context, contextOf } from './problems/context.ts';
import { exchangeProblem } from './problems/exchange-problem.ts';
import { statusProblem } from './problems/status-problem.ts';
import { readItem, readList } from './reading.ts';
import { retrying } from './retrying.ts';
import { type TrustOptions, trustingConnector } from './trust.ts';
import { shown, type WireRequest, WireRequests } from './wire-request.ts';

export interface WebhookServiceOptions extends TrustOptions {
  /** Hookdesk's version, for `User-Agent`. */
  readonly version?: string;
  readonly limits?: Partial<HttpLimits>;
}

/** The service, and the way to give its connections up. */
export interface ClosableWebhookService extends WebhookService {
  /** Ends what is under way and closes every connection. */
  close(): Promise<void>;
}

/**
 * The five operations over HTTP/1.1. Each rejects with a ProblemError and nothing else that a
 * person could meet; the auth token stands in none of them. Source: interface document §4.
 */
export function createWebhookService(options: WebhookServiceOptions = {}): ClosableWebhookService {
  const limits: HttpLimits = { ...defaultLimits, ...options.limits };
  const requests = new WireRequests(options.version ?? '0.0.0');
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connections: 8,
    connect: trustingConnector(options, limits.connect),
  });

  async function once<Result>(
    context: Context,
    signal: AbortSignal,
    receive: (answer: Answer) => Promise<Result>,
  ): Promise<Result> {
    const { request, masker } = context;
    const keep = Math.max(4 * shownBytes, shownBytes + masker.longestForm);
    let answer: Answer;
    try {
      answer = await exchange(agent, request, limits, signal, keep);
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      throw await exchangeProblem(error, context);
    }
    if (answer.status < 200 || answer.status > 299) throw await statusProblem(answer, context);
    return receive(answer);
  }

  async function perform<Result>(
    target: Target,
    request: WireRequest,
    given: AbortSignal | undefined,
    receive: (answer: Answer, context: Context) => Promise<Result>,
  ): Promise<Result> {
    checkToken(target.authToken);
    const masker = new Masker(target.authToken);
    const context = contextOf(request, limits, masker);
    const overall = new AbortController();
    const timer = setTimeout(() => {
      overall.abort(overallLimit);
    }, limits.overall);
    const signal = given === undefined ? overall.signal : AbortSignal.any([given, overall.signal]);
    const attempt = (): Promise<Result> =>
      once(context, signal, (answer) => receive(answer, context));
    try {
      return await (context.isWrite ? attempt() : retrying(limits.retryPauses, signal, attempt));
    } catch (error) {
      // Told on without its cause: that could hold what the masker has taken out.
      if (error instanceof ProblemError) throw new ProblemError(masker.problem(error.problem));
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    list: async (target, { signal, onProgress }: ReadOptions) =>
      perform(target, requests.list(target), signal, (answer, context) =>
        readList(answer, context, target.variant, onProgress),
      ),
    read: async (target, id, { signal }: ReadOptions) =>
      perform(target, requests.read(target, id), signal, (answer, context) =>
        readItem(answer, context, target.variant, id),
      ),
    create: async (target, definition, signal) =>
      perform(target, requests.create(target, definition), signal, accept),
    update: async (target, update, signal) =>
      perform(target, requests.update(target, update), signal, accept),
    remove: async (target, id, signal) =>
      perform(target, requests.remove(target, id), signal, accept),
    describeCreate: (target, definition) => shown(requests.create(target, definition)),
    describeUpdate: (target, update) => shown(requests.update(target, update)),
    describeRemove: (target, id) => shown(requests.remove(target, id)),
    close: () => agent.destroy(),
  };
}

/** Characters that no HTTP header value can carry. RFC 9110 §5.5. */
function checkToken(authToken: string | null): void {
  if (authToken === null || /^[\t\x20-\x7e\x80-\xff]+$/.test(authToken)) return;
  throw new ProblemError(
    plainProblem(
      'unauthorized',
      'The auth token cannot be sent: it is empty, or it holds a line break or another character that a request cannot carry.',
      'Enter the auth token again, without anything around it. Nothing was sent.',
    ),
  );
}
