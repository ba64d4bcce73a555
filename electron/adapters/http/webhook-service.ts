import type { ReadOptions, Target, WebhookService } from '#core/ports.ts';
import { secretsOf } from '#domain/secrets/masking.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type Answer, AnswerTooLarge } from './answer.ts';
import { isHtml } from './errors/answer-content.ts';
import { type Context, ExchangeFailure } from './errors/exchange-failure.ts';
import { contentProblem, exchangeProblem } from './errors/http-problems.ts';
import { checkToken, type HttpClient, type HttpTask } from './http-client.ts';
import { readItem, readList } from './read-answer.ts';
import { type WireRequest, type WireRequests, withMaskedToken } from './wire-request.ts';

/** Rejects with a `ProblemError` that never contains the auth token. Source: interface document §4. */
export function createWebhookService(client: HttpClient, requests: WireRequests): WebhookService {
  async function perform<Result>(
    target: Target,
    request: WireRequest,
    signal: AbortSignal | undefined,
    receive: HttpTask<Result>['receive'],
    definition?: WebhookDefinition,
  ): Promise<Result> {
    checkToken(target.authToken);
    return client.perform({
      address: target,
      request,
      secrets: [target.authToken],
      secretsOfBody: definition === undefined ? [] : secretsOf(definition),
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

const mostIgnoredBytes = 64 * 1024;

/** A status 2xx is enough for a write: its body may be empty. But an HTML page means that a gateway answered. */
async function checkWriteResponse(answer: Answer, context: Context): Promise<void> {
  try {
    await answer.readUpTo(mostIgnoredBytes);
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
