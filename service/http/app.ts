import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { Variant } from '../webhooks/bodies.ts';
import { allowedMethods, documentPaths } from './allowed-methods.ts';
import type { Authentication } from './authentication.ts';
import { answerProblems, sendProblem } from './problem-answers.ts';
import { invalidRequest, methodNotAllowed, notFound } from './problem.ts';
import { type ReceivedRequest, record } from './recorder.ts';
import { requestBodies } from './request-bodies.ts';
import { addOperations } from './routes.ts';
import { answerUnreadable } from './unreadable.ts';

/** Largest body of a request, in bytes. */
export const bodyLimit = 1024 * 1024;

/** A request that has not arrived completely after this many milliseconds is given up. */
const requestTimeout = 30_000;

export interface AppParts {
  readonly variant: Variant;
  readonly root: string;
  readonly store: WebhookStore;
  readonly authentication: Authentication;
  readonly onRequest?: ((request: ReceivedRequest) => void) | undefined;
  readonly onFailure: (error: unknown) => void;
}

/** The service as an HTTP application that does not listen yet. */
export function createApp(parts: AppParts): FastifyInstance {
  const { root } = parts;
  const app = fastify({
    bodyLimit,
    requestTimeout,
    // The interface has no HEAD.
    exposeHeadRoutes: false,
    // Answers on connections that are open when the service ends are still given.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
    frameworkErrors(error, _request, reply: FastifyReply) {
      void sendProblem(reply, invalidRequest(`The path cannot be read (${error.code}).`));
    },
    routerOptions: { maxParamLength: 1000 },
  });
  app.removeAllContentTypeParsers();
  // Bytes, not values: the operations read them from the document themselves.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  answerProblems(app, { bodyLimit, onFailure: parts.onFailure });
  if (parts.onRequest !== undefined) record(app, parts.onRequest);

  const allowed = allowedMethods(root);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const [path = ''] = request.originalUrl.split('?', 1);
    const methods = allowed(path);
    if (methods.length > 0) throw methodNotAllowed(request.method, methods);
    throw notFound(
      path === `${root}/webhook`
        ? 'There is nothing here. The path of the list ends in a slash: /webhook/'
        : `There is nothing here. The operations are below ${root}/webhook/`,
    );
  });

  const document = openApiDocument(parts.variant, root);
  const documentText = Buffer.from(JSON.stringify(document, null, 2));
  for (const url of documentPaths(root)) {
    app.get(url, (_request, reply) =>
      reply.header('content-type', 'application/json').send(documentText),
    );
  }
  addOperations(app, { ...parts, bodies: requestBodies(document) });
  return app;
}
