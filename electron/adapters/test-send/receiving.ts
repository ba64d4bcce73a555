import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Received } from '#contract/test-sends.ts';
import { MessagePrefix, type ReadBytes } from '../http/answer.ts';
import { wireText } from './wire-text.ts';

/** Milliseconds and bytes. */
export interface ReceivingLimits {
  /** From connecting to the end of the request. */
  readonly request: number;
  readonly body: number;
}

interface ReceivingOptions {
  readonly limits: ReceivingLimits;
  readonly status: () => number;
  readonly received: (request: Omit<Received, 'id' | 'at'>) => void;
}

const mostConnections = 50;

/** Reports every complete request before answering it, and also broken or non-HTTP ones. */
export function receivingServer({ limits, status, received }: ReceivingOptions): Server {
  const heads = new WeakMap<Socket, RawHead>();
  const begun = new WeakSet<Socket>();
  const headOf = (socket: Socket): Received['head'] => {
    const head = heads.get(socket);
    return head === undefined ? nothing : wireText(head.read());
  };

  const server = createServer({
    headersTimeout: limits.request,
    requestTimeout: limits.request,
    connectionsCheckingInterval: Math.min(1_000, limits.request),
    // Requests without `Host` are shown too.
    requireHostHeader: false,
    noDelay: true,
  });
  server.maxConnections = mostConnections;
  server.on('connection', (socket) => {
    heads.set(socket, new RawHead(socket));
  });
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    // The first answer closes the connection: a second request gets no answer.
    if (begun.has(request.socket)) return;
    begun.add(request.socket);
    const body = new MessagePrefix(limits.body);
    const tell = (answered: number | null): void => {
      request.off('close', broken);
      const { method = '', url: path = '', socket } = request;
      const text = wireText(body.read());
      received({
        method,
        path,
        bytes: text.bytes,
        status: answered,
        head: headOf(socket),
        body: text,
      });
    };
    const broken = (): void => {
      tell(null);
    };
    request.on('data', (part: Buffer) => {
      body.add(part);
    });
    request.once('close', broken);
    // The `close` listener reports the failure.
    request.on('error', () => undefined);
    request.once('end', () => {
      const chosen = status();
      tell(chosen);
      answer(response, chosen);
    });
  };
  server.on('request', take);
  server.on('checkExpectation', take);
  server.on('clientError', (_error, socket) => {
    if (socket instanceof Socket && !begun.has(socket)) {
      const head = headOf(socket);
      if (head.bytes > 0) {
        received({ method: '', path: '', bytes: 0, status: null, head, body: nothing });
      }
    }
    socket.destroy();
  });
  return server;
}

const nothing: Received['body'] = { text: '', encoding: 'utf-8', bytes: 0, truncated: false };

/** Statuses without a body: RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
const withoutBody = new Set([204, 205, 304]);

function answer(response: ServerResponse, status: number): void {
  response.shouldKeepAlive = false;
  if (withoutBody.has(status)) response.writeHead(status).end();
  else response.writeHead(status, { 'Content-Type': 'text/plain' }).end('Received by Hookdesk.\n');
}

/** Bytes; the HTTP parser rejects larger heads earlier. */
const most = 64 * 1024;

class RawHead {
  readonly #kept = new MessagePrefix(most);

  /** Create it in the `connection` event, before the parser of `node:http` reads the bytes. */
  constructor(socket: Socket) {
    const take = (part: Buffer): void => {
      this.#kept.add(part);
      if (this.#end() !== null || this.#kept.isTruncated) socket.off('data', take);
    };
    socket.prependListener('data', take);
  }

  read(): ReadBytes {
    const { kept, bytes, truncated } = this.#kept.read();
    const end = this.#end();
    return end === null
      ? { kept, bytes, truncated }
      : { kept: kept.subarray(0, end), bytes: end, truncated: false };
  }

  /** RFC 9112 §2.1; a line may end with a line feed alone: §2.2. */
  #end(): number | null {
    const found = /\r?\n\r?\n/.exec(this.#kept.read().kept.toString('latin1'));
    return found === null ? null : found.index + found[0].length;
  }
}
