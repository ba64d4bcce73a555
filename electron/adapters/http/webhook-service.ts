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
    create: async (target, definition, signal) =>
      perform(target, requests.create(target, definition), signal, checkWriteResponse, definition),
    update: async (target, update, signal) =>
      perform(
        target,
        requests.update(target, update),
        signal,
        checkWriteResponse,
        update.definition,
      ),
    remove: async (target, id, signal) =>
      perform(target, requests.remove(target, id), signal, checkWriteResponse),
    describeCreate: (target, definition) => withMaskedToken(requests.create(target, definition)),
    describeUpdate: (target, update) => withMaskedToken(requests.update(target, update)),
    describeRemove: (target, id) => withMaskedToken(requests.remove(target, id)),
  };
}
