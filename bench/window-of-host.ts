import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { once } from 'node:events';
import { WebSocket } from 'undici';
import type { HookdeskClient } from '#contract/index.ts';

/** What a window is to a host, without the window. */
export interface HostWindow {
  readonly client: HookdeskClient;
  leave(): void;
}

/** Undici's, as far as it is what a browser has too: a blob is another thing there. */
class HostSocket extends WebSocket {
  override send(data: string | BufferSource): void {
    super.send(data);
  }
}

/** Opens a window on a web host: trades the key of the address as the page does, then its web socket. */
export async function openWindow(address: string): Promise<HostWindow> {
  const { origin, host, hash } = new URL(address);
  const answer = await fetch(new URL('/session', origin), {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ key: hash.slice('#key='.length) }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const socket = new HostSocket(`ws://${host}/rpc`, { headers: { origin, cookie } });
  await once(socket, 'open');
  return {
    client: createORPCClient(new RPCLink({ websocket: socket })),
    leave: () => {
      socket.close();
    },
  };
}
