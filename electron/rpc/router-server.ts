import type { SupportedMessagePort } from '@orpc/client/message-port';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { RPCHandler as SocketHandler } from '@orpc/server/ws';
import type { WebSocket } from 'ws';
import { systemClock } from '#adapters/clock/clock.ts';
import { callTurns, optionsForCommand, optionsForWindow } from '#core/call-limits.ts';
import type { HookdeskRouter } from '#core/router.ts';

export type ServedSocket = Pick<WebSocket, 'addEventListener' | 'send'>;

/** Serves the core on each kind of port or socket. */
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

/** All windows and commands share the turns of their calls. Each has its own handler, which counts its limits. */
export function routerServer(
  { router, isLocked }: ServedCore,
  reportUnexpected: (description: string) => void,
): RouterServer {
  const turns = callTurns(systemClock);
  return {
    servePort: (port) => {
      new PortHandler(router, optionsForWindow(reportUnexpected, turns)).upgrade(port);
    },
    serveSocket: (socket) => {
      void new SocketHandler(router, optionsForWindow(reportUnexpected, turns)).upgrade(socket);
    },
    serveCommand: (socket) => {
      const options = optionsForCommand(reportUnexpected, turns, isLocked);
      void new SocketHandler(router, options).upgrade(socket);
    },
  };
}
