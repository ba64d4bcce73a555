import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text; empty where there was none, or where it was refused before it was read. */
  readonly body: string;
}

export interface RecordListeners {
  readonly onRequest?: ((request: ReceivedRequest) => void) | undefined;
  /** Gets the object that `onRequest` got, once the store holds what the request asked for. */
  readonly onApplied?: ((request: ReceivedRequest) => void) | undefined;
}

/**
 * Reports every request once: when its body has arrived, or before it is refused. The listeners hear of
 * it before the client has the answer.
 * @returns reports that the operation of a request changed the store, whatever the client gets to see
 */
export function record(
  app: FastifyInstance,
  { onRequest, onApplied }: RecordListeners,
): (request: FastifyRequest) => void {
  if (onRequest === undefined && onApplied === undefined) return () => undefined;
  const received = new WeakMap<FastifyRequest, ReceivedRequest>();
  const report = (request: FastifyRequest): ReceivedRequest => {
    const known = received.get(request);
    if (known !== undefined) return known;
    const { method, originalUrl: path, headers, body } = request;
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
    const first = { method, path, headers, body: text };
    received.set(request, first);
    onRequest?.(first);
    return first;
  };
  app.addHook('preValidation', (request, _reply, done) => {
    report(request);
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    report(request);
    done();
  });
  return (request) => onApplied?.(report(request));
}
