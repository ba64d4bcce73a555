import type { Agent, Dispatcher } from 'undici';
import { Answer } from './answer.ts';
import { ExchangeFailure, failureOf, type Phase } from './failure.ts';
import type { HttpLimits } from './limits.ts';
import type { WireRequest } from './wire-request.ts';

/**
 * Sends one request and returns when the answer's headers are there. Follows no redirect and
 * repeats nothing.
 *
 * @param signal ends it, with the reason that `failureAt` turns into a failure
 * @param keep how much of the answer's body to keep for the details, in bytes
 * @throws ExchangeFailure, whose phase says whether anything can have been sent
 */
export async function exchange(
  agent: Agent,
  request: WireRequest,
  limits: HttpLimits,
  signal: AbortSignal,
  keep: number,
): Promise<Answer> {
  const progress: { phase: Phase } = { phase: 'connecting' };
  const failed = (error: unknown): ExchangeFailure =>
    signal.aborted ? abortedAt(signal, progress.phase) : failureOf(error, progress.phase);
  if (signal.aborted) throw abortedAt(signal, 'connecting');

  const sending = agent
    .compose((dispatch) => (options, handler) => dispatch(options, noting(progress, handler)))
    .request({
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: request.headers.flatMap(({ name, value }) => [name, value]),
      body: request.body,
      headersTimeout: limits.headers,
      bodyTimeout: limits.bodyIdle,
      signal,
    });
  // While a connection is being made, undici heeds the signal only at the end of it: not waited for.
  const ended = whenAborted(signal);
  try {
    const response = await Promise.race([sending, ended.promise]);
    progress.phase = 'answering';
    return new Answer(response, { keep, cap: limits.answerBytes, failed });
  } catch (error) {
    sending.then(
      (late) => late.body.destroy(),
      () => undefined,
    );
    throw failed(error);
  } finally {
    ended.forget();
  }
}

/** The reason that a caller's own limit on the whole of an operation aborts with. */
export const overallLimit = new ExchangeFailure('overall-timeout', 'connecting', null);

function abortedAt(signal: AbortSignal, phase: Phase): ExchangeFailure {
  const kind = signal.reason === overallLimit ? 'overall-timeout' : 'aborted';
  return new ExchangeFailure(kind, phase, null);
}

function whenAborted(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let listener = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    listener = () => {
      reject(new ExchangeFailure('aborted', 'connecting', null));
    };
    signal.addEventListener('abort', listener, { once: true });
  });
  return {
    promise,
    forget: () => {
      signal.removeEventListener('abort', listener);
    },
  };
}

/** Passes everything on, and notes the moment from which the request may be on its way. */
function noting(
  progress: { phase: Phase },
  handler: Dispatcher.DispatchHandler,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context) => {
      progress.phase = 'waiting';
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
    onResponseStart: (...given) => handler.onResponseStart?.(...given),
    onResponseData: (...given) => handler.onResponseData?.(...given),
    onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
    onResponseError: (...given) => handler.onResponseError?.(...given),
  };
}
