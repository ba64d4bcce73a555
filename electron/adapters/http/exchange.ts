import type { Dispatcher } from 'undici';
import type { Limits } from '#domain/installation/limits.ts';
import type { Phase } from '#domain/publishing/effect-by-answer.ts';
import { Answer } from './answer.ts';
import { type ExchangeFailure, failureOf } from './errors/exchange-failure.ts';
import { TimeLimitPassed } from './limits.ts';
import type { SentRequest } from './wire-request.ts';

/**
 * Sends one request and waits for the head of its answer. Follows no redirect, retries nothing. The phase of the
 * failure tells whether data may have been sent.
 * @param keep bytes of the body for the details of a problem
 * @throws ExchangeFailure
 */
export async function exchange(
  dispatcher: Dispatcher,
  request: SentRequest,
  limits: Limits,
  callerSignal: AbortSignal | undefined,
  keep: number,
): Promise<Answer> {
  const timeout = new AbortController();
  const signal =
    callerSignal === undefined ? timeout.signal : AbortSignal.any([callerSignal, timeout.signal]);
  let phase: Phase = 'connecting';
  let isAnswered = false;
  let timer: NodeJS.Timeout | undefined;
  const onSent = (): void => {
    phase = 'waiting';
    if (isAnswered) return;
    timer = setTimeout(() => {
      timeout.abort(new TimeLimitPassed());
    }, limits.headersMilliseconds);
  };
  const failed = (error: unknown): ExchangeFailure => failureOf(error, phase, signal);
  if (signal.aborted) throw failed(signal.reason);

  const sending = dispatcher
    .compose((dispatch) => (options, handler) => dispatch(options, withOnSent(onSent, handler)))
    // undici follows no redirect by default; `kindOfStatus` decides what becomes of one.
    .request({
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: request.headers.flatMap(({ name, value }) => [name, value]),
      body: request.body,
      signal,
    });
  // While connecting, undici reacts to the signal only afterwards: do not wait for it.
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', aborted.reject, { once: true });
  try {
    const response = await Promise.race([sending, aborted.promise]);
    phase = 'answering';
    return new Answer(response, {
      keep,
      cap: limits.bodyBytes,
      milliseconds: limits.bodyMilliseconds,
      failed,
    });
  } catch (error) {
    sending.then(
      (lateResponse) => lateResponse.body.destroy(),
      () => undefined,
    );
    throw failed(error);
  } finally {
    signal.removeEventListener('abort', aborted.reject);
    isAnswered = true;
    clearTimeout(timer);
  }
}

function withOnSent(
  onSent: () => void,
  handler: Dispatcher.DispatchHandler,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context) => {
      onSent();
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
    onResponseStart: (...given) => handler.onResponseStart?.(...given),
    onResponseData: (...given) => handler.onResponseData?.(...given),
    onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
    onResponseError: (...given) => handler.onResponseError?.(...given),
  };
}
