import type { ReadOptions, Target, WebhookService } from '#core/ports.ts';
import { checkWriteResponse } from './check-write-response.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { secretsOf } from '#domain/secrets/masked.ts';
import { readItem, readList } from './reading.ts';
import { checkToken, type Task, type Wire } from './wire.ts';
import { withMaskedToken, type WireRequest, type WireRequests } from './wire-request.ts';

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
