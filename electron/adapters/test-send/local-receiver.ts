import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import pLimit from 'p-limit';
import { type Received, ReceivedSummary, type ReceiverState } from '#contract/test-sends.ts';
import type { LocalReceiver } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { MessagePrefix, type ReadBytes } from '../http/answer.ts';
import { closeServer, listenOnLoopback, loopback } from '../http/loopback-server.ts';
import { errorCode } from '../error-code.ts';
import { wireText } from './wire-text.ts';

interface LocalReceiverOptions {
  /** Milliseconds of inactivity until it stops; default 30 minutes. */
  readonly idle?: number;
  readonly limits?: Partial<ReceivingLimits>;
  readonly kept?: number;
}

export interface ClosableLocalReceiver extends LocalReceiver {
  close(): Promise<void>;
}

const usualLimits: ReceivingLimits = { request: 30_000, body: 1024 * 1024 };

/** Listens on 127.0.0.1 only, at a free port. */
export function createLocalReceiver(options: LocalReceiverOptions = {}): ClosableLocalReceiver {
  const { idle = 30 * 60_000, kept = 20 } = options;
  let requests: readonly Received[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  let running: { readonly server: Server; readonly address: string } | null = null;
  let status = 200;
  const oneAtATime = pLimit(1);
  let timer: NodeJS.Timeout | undefined;

  const state = (): ReceiverState => ({
    address: running?.address ?? null,
    status,
    received: requests.map((request) => ReceivedSummary.parse(request)),
  });
  const notify = (): ReceiverState => {
    clearTimeout(timer);
    if (running !== null) timer = setTimeout(() => void stop(), idle).unref();
    for (const listener of listeners) listener();
    return state();
  };
  const inTurn = (work: () => Promise<void>): Promise<ReceiverState> =>
    oneAtATime(async () => {
      await work();
      return notify();
    });
  const start = (): Promise<ReceiverState> =>
    inTurn(async () => {
      if (running !== null) return;
      const server = receivingServer({
        limits: { ...usualLimits, ...options.limits },
        status: () => status,
        received: (request) => {
          count += 1;
          requests = [{ ...request, id: count, at: new Date() }, ...requests].slice(0, kept);
          notify();
        },
      });
      running = { server, address: await listen(server) };
    });
  const stop = (): Promise<ReceiverState> =>
    inTurn(async () => {
      if (running === null) return;
      const { server } = running;
      running = null;
      await closeServer(server);
    });

  return {
    state,
    start,
    stop,
    answerWith: (next) => {
      status = next;
      return notify();
    },
    read: (id) => requests.find((request) => request.id === id) ?? null,
    clear: () => {
      requests = [];
      return notify();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: async () => {
      await stop();
    },
  };
}

async function listen(server: Server): Promise<string> {
  try {
    return `http://${loopback}:${await listenOnLoopback(server)}/`;
  } catch (error) {
    throw new ProblemError(
      plainProblem(
        'refused',
        'The receiver could not be started: this machine does not let Hookdesk listen on 127.0.0.1.',
        'Look for a firewall or another rule of this machine that forbids it.',
        { 'System code': errorCode(error) },
      ),
      { cause: error },
    );
  }
}

/** Milliseconds and bytes. */
interface ReceivingLimits {
  /** From connecting to the end of the request. */
  readonly request: number;
  readonly body: number;
}

interface ReceivingOptions {
  readonly limits: ReceivingLimits;
  readonly status: () => number;
  readonly received: (request: Omit<Received, 'id' | 'at'>) => void;
}

const maxConnections = 50;

/** Reports every complete request before answering it, and also broken or non-HTTP ones. */
function receivingServer({ limits, status, received }: ReceivingOptions): Server {
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
  server.maxConnections = maxConnections;
  server.on('connection', (socket) => {
    heads.set(socket, new RawHead(socket));
  });
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    // The first answer closes the connection: a second request gets no answer.
    if (begun.has(request.socket)) return;
    begun.add(request.socket);
    const body = new MessagePrefix(limits.body);
    const report = (answered: number | null): void => {
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
      report(null);
    };
    request.on('data', (part: Buffer) => {
      body.add(part);
    });
    request.once('close', broken);
    // The `close` listener reports the failure.
    request.on('error', () => undefined);
    request.once('end', () => {
      const chosen = status();
      report(chosen);
      answer(response, chosen);
    });
  };
  server.on('request', receive);
  server.on('checkExpectation', receive);
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
    const receive = (part: Buffer): void => {
      this.#kept.add(part);
      if (this.#end() !== null || this.#kept.isTruncated) socket.off('data', receive);
    };
    socket.prependListener('data', receive);
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
