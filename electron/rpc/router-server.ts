import type { SupportedMessagePort } from '@orpc/client/message-port';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { RPCHandler as SocketHandler } from '@orpc/server/ws';
import type { WebSocket } from 'ws';
import { systemClock } from '#adapters/clock/clock.ts';
import { callTurns } from '#core/call-turns.ts';
import type { HookdeskRouter } from '#core/router.ts';
import { optionsForWindow } from '#core/window-options.ts';

export interface RouterServer {
  readonly servePort: (port: SupportedMessagePort) => void;
  readonly serveSocket: (socket: Pick<WebSocket, 'addEventListener' | 'send'>) => void;
}

/** The calls of all its windows start in turn. Each window has a handler, because limits apply to each. */
export function routerServer(
  router: HookdeskRouter,
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
  };
}
