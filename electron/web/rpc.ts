import { RPCHandler } from '@orpc/server/ws';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { describeUnexpected } from '#core/report-unexpected.ts';
import type { HookdeskRouter } from '#core/router.ts';
import { optionsForWindow } from '#core/window-options.ts';
import type { WebLimits } from './limits.ts';
import { isRpcMessage } from './rpc-message.ts';
import { rpcProtocol } from './session.ts';

/**
 * In bytes. The largest thing that a window sends is *Publish*: one webhook twice, as it was and as it
 * is meant to be. Templates are a few kilobytes; this leaves room for two of 4 MiB in which every
 * character is escaped, and keeps a window that runs wild from filling the memory.
 */
const messageAtMost = 16 * 1024 * 1024;

/** Close codes of RFC 6455 §7.4.1. */
const goingAway = 1001;
const policyViolation = 1008;

export interface RpcOptions {
  /** Between two signs of life that are asked of a window, in milliseconds. */
  readonly heartbeat: number;
  readonly limits: Pick<WebLimits, 'windows' | 'unread'>;
  readonly report: (description: string) => void;
}

/** The core on web sockets. */
export interface RpcSockets {
  /** Whether one more window can be served. */
  readonly hasRoom: () => boolean;
  /** Makes a connection that was let in a web socket, and serves the contract on it. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every web socket; those that do not answer are cut off after so many milliseconds. */
  close(patience: number): Promise<void>;
}

/** Serves a router on web sockets. */
export function rpcSockets(router: HookdeskRouter, options: RpcOptions): RpcSockets {
  const { heartbeat, limits, report } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageAtMost,
    perMessageDeflate: false,
    handleProtocols: () => rpcProtocol,
  });

  const serve = (socket: WebSocket): void => {
    socket.on('error', (error) => {
      report(describeUnexpected(error));
    });
    keepAlive(socket, heartbeat);
    const cutOff = (): void => {
      report('a window that left its output unread was cut off');
      socket.terminate();
    };
    // One handler for each window, because each window has limits of its own.
    const handler = new RPCHandler(router, optionsForWindow(report));
    void handler.upgrade(checked(socket, { unread: limits.unread, cutOff }));
  };

  return {
    hasRoom: () => sockets.clients.size < limits.windows,
    accept: (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, serve);
    },
    close: async (patience) => {
      const open = [...sockets.clients];
      const closed = open.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.once('close', () => {
              resolve();
            });
            socket.close(goingAway, 'Hookdesk was closed');
          }),
      );
      const cut = setTimeout(() => {
        for (const socket of open) socket.terminate();
      }, patience);
      await Promise.all(closed);
      clearTimeout(cut);
      sockets.close();
    },
  };
}

/**
 * The socket as the RPC handler gets it. What is not a message of the protocol closes it, because the
 * handler would print it; and what is sent counts as sent when it has left, so that a long list waits
 * for a slow window instead of filling the memory. A window that leaves too much unread is cut off.
 */
function checked(
  socket: WebSocket,
  slow: { readonly unread: number; readonly cutOff: () => void },
): Pick<WebSocket, 'addEventListener' | 'send'> {
  return {
    addEventListener: (type, listener, options) => {
      socket.addEventListener(
        type,
        (event) => {
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
        // An error means that the socket is closed, and closing ends what is going on.
        socket.send(data, () => {
          resolve();
        });
        const isOpen = socket.readyState === socket.OPEN;
        if (isOpen && socket.bufferedAmount > slow.unread) slow.cutOff();
      }),
  };
}

/** Cuts a socket off whose window has not answered between two heartbeats: asleep, or gone. */
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
