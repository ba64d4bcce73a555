import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { CommandEndpoint } from '#adapters/local-socket/command-endpoint.ts';
import type { HookdeskClient } from '#contract/index.ts';

/** The connection of a command to a running Hookdesk. */
export interface ConnectedCommand {
  readonly client: HookdeskClient;
  /** Resolves when the connection ends. */
  readonly ended: Promise<unknown>;
  readonly close: () => void;
}

/** Opens the web socket of a command. @param timeLimit milliseconds */
export const commandSocket = (
  { path, token }: Pick<CommandEndpoint, 'path' | 'token'>,
  timeLimit: number,
): WebSocket =>
  new WebSocket('ws://localhost/rpc', {
    // A path of Windows is no URL.
    createConnection: () => connect({ path, timeout: timeLimit }),
    handshakeTimeout: timeLimit,
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });

/** As a port, because oRPC's link for web sockets takes the types of a browser only. */
export const portOf = (websocket: WebSocket) => ({
  postMessage: (data: string): void => {
    websocket.send(data);
  },
  onMessage: {
    addListener: (receive: (data: unknown) => void): void => {
      websocket.addEventListener('message', ({ data }) => {
        receive(data);
      });
    },
  },
  onDisconnect: {
    addListener: (leave: () => void): void => {
      websocket.on('close', leave);
    },
  },
});

/**
 * The contract's client of a running Hookdesk.
 * @param timeLimit milliseconds
 * @returns `null` when it refuses, is gone, or does not answer in time
 */
export async function connectCommand(
  endpoint: Pick<CommandEndpoint, 'path' | 'token'>,
  timeLimit: number,
): Promise<ConnectedCommand | null> {
  const websocket = commandSocket(endpoint, timeLimit);
  const { promise: ended, resolve: end } = Promise.withResolvers<null>();
  websocket.on('close', () => {
    end(null);
  });
  try {
    await once(websocket, 'open');
  } catch {
    return null;
  }
  websocket.on('error', () => undefined);
  return {
    client: createORPCClient(new RPCLink({ port: portOf(websocket) })),
    ended,
    close: () => {
      websocket.close();
    },
  };
}
