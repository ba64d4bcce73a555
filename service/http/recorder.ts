import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/** A request exactly as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text; empty where there was none, or where it was refused before it was read. */
  readonly body: string;
}

/**
 * Tells `listener` of every request once: when its body has arrived, or before it is refused. Either
 * way the listener has heard of a request before the client has the answer.
 */
export function record(app: FastifyInstance, listener: (request: ReceivedRequest) => void): void {
  const told = new WeakSet<FastifyRequest>();
  const tell = (request: FastifyRequest): void => {
    if (told.has(request)) return;
    told.add(request);
    const { method, originalUrl: path, headers, body } = request;
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
    listener({ method, path, headers, body: text });
  };
  app.addHook('preValidation', (request, _reply, done) => {
    tell(request);
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    tell(request);
    done();
  });
}
