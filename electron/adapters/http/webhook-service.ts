import type { ReadOptions, Target, WebhookService } from '#core/ports.ts';
import { secretsOf } from '#domain/secrets/masked.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type Answer, AnswerTooLarge } from './answer.ts';
import { isHtml } from './errors/answer-content.ts';
import { type Context, ExchangeFailure } from './errors/exchange-failure.ts';
import { contentProblem, exchangeProblem } from './errors/http-problems.ts';
import { readItem, readList } from './reading.ts';
import { type WireRequest, type WireRequests, withMaskedToken } from './wire-request.ts';
import { checkToken, type Task, type Wire } from './wire.ts';

/** Rejects with a `ProblemError` that never contains the auth token. Source: interface document §4. */
export function createWebhookService(wire: Wire, requests: WireRequests): WebhookService {
  async function perform<Result>(
    target: Target,
    request: WireRequest,
    signal: AbortSignal | undefined,
    receive: Task<Result>['receive'],
    definition?: WebhookDefinition,
  ): Promise<Result> {
    checkToken(target.authToken);
    return wire.perform({
      address: target,
      request,
      secrets: [target.authToken],
      secretsOfBody: definition === undefined ? [] : secretsOf(definition),
      retries: request.method === 'GET',
      signal,
      receive,
    });
  }

  return {
    list: async (target, { signal, ...reports }: ReadOptions) =>
      perform(target, requests.list(target), signal, (answer, context) =>
        readList(answer, context, target.variant, reports),
      ),
    read: async (target, id, { signal }: ReadOptions) =>
      perform(target, requests.read(target, id), signal, (answer, context) =>
        readItem(answer, context, target.variant, id),
      ),
    send: async (target, write, signal) =>
      perform(
        target,
        requests.write(target, write),
        signal,
        checkWriteResponse,
        write.action === 'delete' ? undefined : write.definition,
      ),
    describe: (target, write) => withMaskedToken(requests.write(target, write)),
  };
}

/** For a write with status 2xx: ignores its body, but an HTML page means that a gateway answered instead. */
async function checkWriteResponse(answer: Answer, context: Context): Promise<void> {
  try {
    await answer.readUpTo(mostBytes);
  } catch (error) {
    if (error instanceof ExchangeFailure) {
      throw exchangeProblem(error, context, answer.raw(context.masker));
    }
    if (!(error instanceof AnswerTooLarge)) throw error;
  }
  if (isHtml(answer)) throw contentProblem('page-after-write', answer, context);
  // RFC 9110 §15.3.3: the installation may apply it later, or not at all.
  if (answer.status === 202) throw contentProblem('accepted-for-later', answer, context);
}

const mostBytes = 64 * 1024;
