import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type OperationId, operations } from '../openapi/operations.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { Gates } from './gates.ts';
import { noBody, type RequestBodies } from './request-bodies.ts';
import { invalidRequest, notFound } from './refusals.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function addOperations(
  app: FastifyInstance,
  parts: {
    root: string;
    store: WebhookStore;
    bodies: RequestBodies;
    gates: Gates;
    /** Called after a create, update or delete has changed the store. */
    onApplied: (request: FastifyRequest) => void;
  },
): void {
  const { root, store, bodies, gates, onApplied } = parts;
  const handlers: Readonly<Record<OperationId, Handler>> = {
    listWebhooks: async (_request, reply) => sendJson(reply, await store.list()),
    async createWebhook(request, reply) {
      await store.create(bodies.create(request.body));
      onApplied(request);
      return reply.send();
    },
    async readWebhook(request, reply) {
      const id = webhookId(request);
      const webhook = await store.read(id);
      if (webhook === null) throw noSuchWebhook();
      return sendJson(reply, Buffer.from(webhook));
    },
    async updateWebhook(request, reply) {
      const id = webhookId(request);
      const violations = await store.update(id, bodies.update(request.body));
      if (violations === null) throw noSuchWebhook();
      if (violations.length > 0) {
        throw invalidRequest(
          'The body does not fit the webhook that it is for. Nothing has changed.',
          violations,
        );
      }
      onApplied(request);
      return reply.send();
    },
    async deleteWebhook(request, reply) {
      const id = webhookId(request);
      noBody(request.body);
      if (!(await store.remove(id))) throw noSuchWebhook();
      onApplied(request);
      return reply.send();
    },
  };
  for (const { operationId, method, path } of operations) {
    app.route({
      ...gates,
      method,
      url: root + path.replace('{webhook_id}', idParameter),
      handler: handlers[operationId],
    });
  }
}

/**
 * At least one character, so that the path of the list does not match as an empty id. The router
 * tests the decoded id, which may contain a slash or a line break.
 */
const idParameter = ':webhook_id(^[\\s\\S]+$)';

const sendJson = (reply: FastifyReply, json: Uint8Array | Readable): FastifyReply =>
  reply.header('content-type', 'application/json').send(json);

const noSuchWebhook = () =>
  notFound('There is no webhook with this id. List the webhooks to see which there are.');

/** Returns the id in the path. @throws Refusal with status 404 if it is not a decimal number */
function webhookId({ params }: FastifyRequest): number {
  const text =
    typeof params === 'object' && params !== null && 'webhook_id' in params
      ? String(params.webhook_id)
      : '';
  const id = Number(text);
  if (!/^[1-9][0-9]*$/.test(text) || !Number.isSafeInteger(id)) throw noSuchWebhook();
  return id;
}
