import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as a listener gets it, such as a test. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text; empty if there was none, or if it was refused before it was read. */
  readonly body: string;
}

export interface RecordListeners {
  readonly onRequest?: ((request: ReceivedRequest) => void) | undefined;
  /** Gets the same object as `onRequest`, after the store has saved the change. */
  readonly onApplied?: ((request: ReceivedRequest) => void) | undefined;
}

/**
 * Reports every request once: after its body arrives, or before it is refused. The listeners are
 * called before the response is sent.
 * @returns call it after a request changed the store, even if the client gets no valid response
 */
export function record(
  app: FastifyInstance,
  { onRequest, onApplied }: RecordListeners,
): (request: FastifyRequest) => void {
  if (onRequest === undefined && onApplied === undefined) return () => undefined;
  const received = new WeakMap<FastifyRequest, ReceivedRequest>();
  const report = (request: FastifyRequest): ReceivedRequest => {
    const reported = received.get(request);
    if (reported !== undefined) return reported;
    const { method, originalUrl: path, headers, body } = request;
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
    const receivedRequest = { method, path, headers, body: text };
    received.set(request, receivedRequest);
    onRequest?.(receivedRequest);
    return receivedRequest;
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
