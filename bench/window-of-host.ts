import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { z } from 'zod';
import type { HookdeskClient } from '#contract/index.ts';
import { untilOpen } from '#rpc/until-open.ts';

/** The RPC client of a window, without a browser. */
export interface HostWindow {
  readonly client: HookdeskClient;
  leave(): void;
}

/** Exchanges the key of the address for a secret, as the page does, and opens its WebSocket. */
export async function openWindow(address: string): Promise<HostWindow> {
  const { origin, host, hash } = new URL(address);
  const answer = await fetch(new URL('/session', origin), {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ key: hash.slice('#key='.length) }),
  });
  const { secret } = z.object({ secret: z.string() }).parse(await answer.json());
  // Node's WebSocket accepts headers; a browser's does not.
  const made: unknown = Reflect.construct(WebSocket, [
    `ws://${host}/rpc`,
    { protocols: ['hookdesk', `hookdesk.${secret}`], headers: { origin } },
  ]);
  const socket = z.instanceof(WebSocket).parse(made);
  await untilOpen(socket);
  return {
    client: createORPCClient(new RPCLink({ websocket: socket })),
    leave: () => {
      socket.close();
    },
  };
}
