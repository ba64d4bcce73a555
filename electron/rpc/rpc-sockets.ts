import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { describeUnexpected } from '#core/describe-unexpected.ts';
import type { ServedSocket } from './router-server.ts';

/** Bytes: *Publish* sends a webhook twice, so two escaped templates of 4 MiB fit. */
const maxMessageBytes = 16 * 1024 * 1024;

/** Source: RFC 6455 §7.4.1. */
const goingAway = 1001;
const policyViolation = 1008;

interface RpcOptions {
  /** The subprotocol that the answer selects; `false` for none. */
  readonly protocol: string | false;
  /** Milliseconds between two pings. */
  readonly heartbeat: number;
  /** `unread`: bytes of output that one window may leave unread. */
  readonly limits: { readonly windows: number; readonly unread: number };
  readonly report: (description: string) => void;
}

export type RpcSockets = ReturnType<typeof rpcSockets>;

/** Web sockets of windows or commands, with their limits. @param serveSocket of a window or of a command */
export function rpcSockets(serveSocket: (socket: ServedSocket) => void, options: RpcOptions) {
  const { protocol, heartbeat, limits, report } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => protocol,
  });

  const serve = (socket: WebSocket): void => {
    socket.on('error', (error) => {
      report(describeUnexpected(error));
    });
    keepAlive(socket, heartbeat);
    const cutOff = (): void => {
      report('a window or command that left its output unread was cut off');
      socket.terminate();
    };
    serveSocket(checkedSocket(socket, { unread: limits.unread, cutOff }));
  };

  return {
    hasRoom: (): boolean => sockets.clients.size < limits.windows,
    accept: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      sockets.handleUpgrade(request, socket, head, serve);
    },
    /** @param timeLimit milliseconds */
    close: async (timeLimit: number): Promise<void> => {
      const clients = [...sockets.clients];
      const closed = clients.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.once('close', () => {
              resolve();
            });
            socket.close(goingAway, 'Hookdesk was closed');
          }),
      );
      const timeout = setTimeout(() => {
        for (const socket of clients) socket.terminate();
      }, timeLimit);
      await Promise.all(closed);
      clearTimeout(timeout);
      sockets.close();
    },
  };
}

/** Awaits each send: a list waits for a slow window instead of filling the memory. */
function checkedSocket(
  socket: WebSocket,
  unreadLimit: { readonly unread: number; readonly cutOff: () => void },
): ServedSocket {
  return {
    addEventListener: (type, listener, options) => {
      socket.addEventListener(
        type,
        (event) => {
          // The handler would print an invalid message.
          if (type === 'message' && !isRpcMessage(Reflect.get(event, 'data'))) {
            socket.close(policyViolation, 'Not a message of the protocol');
          } else if (typeof listener === 'function') listener(event);
          else listener.handleEvent(event);
        },
        options,
      );
    },
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the handler awaits what it gets
    send: (data: Parameters<WebSocket['send']>[0]): Promise<void> =>
      new Promise((resolve) => {
        // An error means that the socket is closed, which aborts the work.
        socket.send(data, () => {
          resolve();
        });
        const isOpen = socket.readyState === socket.OPEN;
        if (isOpen && socket.bufferedAmount > unreadLimit.unread) unreadLimit.cutOff();
      }),
  };
}

function keepAlive(socket: WebSocket, heartbeat: number): void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const timer = setInterval(() => {
    if (!alive) {
      socket.terminate();
      return;
    }
    alive = false;
    socket.ping();
  }, heartbeat);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

/** Source: oRPC 1.16 (`standard-server-peer`). No procedure takes a stream or a file. */
const Request = z.object({
  i: z.string(),
  t: z.literal(1).optional(),
  p: z.object({
    u: z.string().startsWith('/'),
    h: z.record(z.string(), z.string()).optional(),
    m: z.string().optional(),
  }),
});
const Cancellation = z.object({ i: z.string(), t: z.literal(4) });
const Message = z.union([Request, Cancellation]);

function isRpcMessage(data: unknown): boolean {
  if (typeof data !== 'string') return false;
  try {
    return Message.safeParse(JSON.parse(data)).success;
  } catch {
    return false;
  }
}
