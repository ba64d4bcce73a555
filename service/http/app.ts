import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { addDocsPage } from '../docs-page/docs-page.ts';
import { faultGates } from '../faults/fault-gates.ts';
import type { FaultSchedule } from '../faults/fault-schedule.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { StorageLocation } from '../store/open-storage.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { SignInBody, Variant } from '../webhooks/body-types.ts';
import type { Authentication } from './authentication.ts';
import { authenticated, gate, type Gates } from './gates.ts';
import { addHealthRoutes, type HealthParts } from './health-routes.ts';
import { loggerOptions, type LogLevel } from './logger-options.ts';
import { answerConnect, answerProblems, answerUnreadable, sendProblem } from './problem-answers.ts';
import { invalidRequest, methodNotAllowed, notFound } from './refusals.ts';
import { record, type RecordListeners } from './recorder.ts';
import { bodyReader, requestBodies, withPayloadTypeAtTop } from './request-bodies.ts';
import {
  checkingInterval,
  headersTimeout,
  keepAliveTimeout,
  limitConnections,
  rateLimit,
  requestTimeout,
  stalledTimeout,
  usualBodyLimit,
} from './request-limits.ts';
import { addTokenRoutes } from './token-routes.ts';
import { addOperations } from './webhook-routes.ts';

export interface AppOptions extends RecordListeners {
  readonly variant: Variant;
  /** Updates of variant B: `payload_type` is at the top level, and ignored in `http_headers`. */
  readonly payloadTypeAtTop?: boolean | undefined;
  /** Requests per second; no limit if omitted. */
  readonly rate?: number | undefined;
  /** Largest request body in bytes; default: 1 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Level of the log on standard error; default: `silent`. */
  readonly logLevel?: LogLevel | undefined;
  /** Called with the cause of a status 500, or of a 503 for an unreadable users file. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

interface AppParts extends AppOptions, Pick<StorageLocation, 'database'> {
  readonly root: string;
  readonly store: WebhookStore;
  readonly health: HealthParts;
  readonly authentication: Authentication;
  /** Set if users sign in; its `authentication` then replaces the other one. */
  readonly signIn?: SignIn | undefined;
  readonly faults?: FaultSchedule | undefined;
  /** Adds more routes to the app, with the same authentication. */
  readonly extend?: ((app: FastifyInstance, authentication: Authentication) => void) | undefined;
}

/** Creates the service as a Fastify app that does not listen yet. */
export function createApp(parts: AppParts): FastifyInstance {
  const { root, signIn, bodyLimit = usualBodyLimit } = parts;
  const app = fastify({
    bodyLimit,
    requestTimeout,
    keepAliveTimeout,
    connectionTimeout: stalledTimeout,
    http: { headersTimeout, connectionsCheckingInterval: checkingInterval },
    logger: loggerOptions(parts.logLevel ?? 'silent'),
    // The interface has no HEAD operations.
    exposeHeadRoutes: false,
    // During shutdown, requests on open connections still get a normal response.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
    frameworkErrors(error, _request, reply: FastifyReply) {
      void sendProblem(reply, invalidRequest(`The path cannot be read (${error.code}).`));
    },
    // Node accepts no request line over 16 KiB, so a long id reaches its route and gets status 404.
    routerOptions: { maxParamLength: 16 * 1024 },
  });
  limitConnections(app.server);
  // Otherwise Node drops the response to a client that has closed its sending side. Node's types lack the property.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.removeAllContentTypeParsers();
  // Bytes, not values: each operation parses and validates its body itself.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  answerProblems(app, {
    bodyLimit,
    onFailure(error) {
      app.log.error(error);
      parts.onFailure?.(error);
    },
  });
  const onApplied = record(app, parts);
  refuseUnknownPaths(app, root);
  addHealthRoutes(app, parts.health);

  const document = openApiDocument(parts.variant, root, {
    signIn: signIn !== undefined,
    database: parts.database !== undefined,
    bodyLimit,
  });
  const documentText = Buffer.from(JSON.stringify(document, null, 2));
  for (const place of new Set(['', root])) {
    app.get(`${place}/openapi.json`, (_request, reply) =>
      reply.header('content-type', 'application/json').send(documentText),
    );
    addDocsPage(app, `${place}/docs`, document);
  }
  const authentication = signIn?.authentication ?? parts.authentication;
  const publicGates = gatesFor(app, parts);
  const authenticatedGates = {
    ...publicGates,
    onRequest: [...publicGates.onRequest, authenticated(authentication)],
  };
  const documentedBodies = requestBodies(document);
  const bodies =
    parts.payloadTypeAtTop === true ? withPayloadTypeAtTop(documentedBodies) : documentedBodies;
  addOperations(app, { ...parts, bodies, gates: authenticatedGates, onApplied });
  if (signIn !== undefined) {
    const body = bodyReader<SignInBody>(document, { path: '/token/', method: 'POST' });
    addTokenRoutes(app, { root, signIn, body, gates: publicGates });
  }
  parts.extend?.(app, authentication);
  return app;
}

function gatesFor(app: FastifyInstance, { rate, faults }: AppParts): Gates {
  return {
    onRequest: rate === undefined ? [] : [gate(rateLimit(rate))],
    ...(faults !== undefined && faultGates(app, faults)),
  };
}

/** Refuses unknown paths (404) and unsupported methods (405) before the body is read. */
function refuseUnknownPaths(app: FastifyInstance, root: string): void {
  const allowed = allowedMethods(app);
  const refuse = (method: string, url: string): never => {
    const [path = ''] = url.split(/[?#]/, 1);
    const methods = allowed(path);
    if (methods.length > 0) throw methodNotAllowed(method, methods);
    throw notFound(
      path === `${root}/webhook`
        ? 'There is nothing here. The path of the list ends in a slash: /webhook/'
        : `There is nothing here. The operations are below ${root}/webhook/`,
    );
  };
  app.addHook('onRequest', ({ is404, method, originalUrl }, _reply, done) => {
    if (is404) refuse(method, originalUrl);
    done();
  });
  app.server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
    answerConnect(socket, () => refuse('CONNECT', url));
  });
}

/**
 * Returns a function that lists the methods of a path, in route order; empty if no route matches.
 * Covers only routes that are added after this call. Like the router, it splits the path as sent:
 * `%2f` is part of an id.
 */
function allowedMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = patternOf(url);
    routes.push(...[method].flat().map((routeMethod) => ({ method: routeMethod, pattern })));
  });
  return (sentPath) => {
    const path = decodePath(sentPath);
    return [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ];
  };
}

/** Decodes a path like the router: reserved characters such as `%2f` stay encoded. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // Only CONNECT can have a path here that cannot be decoded: it matches no route.
    return path;
  }
}

/** A parameter matches any segment that is not empty: its own pattern is ignored. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split(parameter)
      .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')}$`,
  );

/** A parameter of a Fastify route: a name and an optional pattern. */
const parameter = /:\w+(?:\([^)]*\))?/;
