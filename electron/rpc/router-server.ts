import type { SupportedMessagePort } from '@orpc/client/message-port';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { RPCHandler as SocketHandler } from '@orpc/server/ws';
import type { WebSocket } from 'ws';
import { systemClock } from '#adapters/clock/clock.ts';
import { callTurns, optionsForCommand, optionsForWindow } from '#core/call-limits.ts';
import type { HookdeskRouter } from '#core/router.ts';

export type ServedSocket = Pick<WebSocket, 'addEventListener' | 'send'>;

/** Serves the core on each kind of connection. */
export interface RouterServer {
  readonly servePort: (port: SupportedMessagePort) => void;
  readonly serveSocket: (socket: ServedSocket) => void;
  readonly serveCommand: (socket: ServedSocket) => void;
}

interface ServedCore {
  readonly router: HookdeskRouter;
  /** Whether the passphrase vault is locked. */
  readonly isLocked: () => boolean;
}

/** The calls of all windows and commands start in turn. Each has a handler, because limits apply to each. */
export function routerServer(
  { router, isLocked }: ServedCore,
  report: (description: string) => void,
): RouterServer {
  const turns = callTurns(systemClock);
  return {
    servePort: (port) => {
      new PortHandler(router, optionsForWindow(report, turns)).upgrade(port);
    },
    serveSocket: (socket) => {
      void new SocketHandler(router, optionsForWindow(report, turns)).upgrade(socket);
    },
    serveCommand: (socket) => {
      void new SocketHandler(router, optionsForCommand(report, turns, isLocked)).upgrade(socket);
    },
  };
}
