import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { HookdeskClient } from '#contract/index.ts';
import { type Host, HostUnavailable } from './host.ts';
import { openSession } from './web-session.ts';

/** Milliseconds. */
const timeLimit = 10_000;

/** Removes the one-time key from the address and the history before trading it. */
export async function connect(): Promise<Host> {
  reloadForNewKey();
  const socket = await openSocket(await openSession(takeKey()));
  const client: HookdeskClient = createORPCClient(
    new RPCLink({ websocket: quietAtItsEnd(socket) }),
  );
  return {
    client,
    openLink: (url) => {
      const { protocol } = new URL(url);
      if (protocol === 'https:' || protocol === 'http:') {
        window.open(url, '_blank', 'noopener,noreferrer');
      }
      return Promise.resolve();
    },
    onLost: (callback) => socket.addEventListener('close', callback, { once: true }),
  };
}

/** oRPC sends aborts to a closing socket, and nothing catches the error. */
function quietAtItsEnd(
  socket: WebSocket,
): Pick<WebSocket, 'addEventListener' | 'removeEventListener' | 'send' | 'readyState'> {
  return {
    addEventListener: socket.addEventListener.bind(socket),
    removeEventListener: socket.removeEventListener.bind(socket),
    get readyState() {
      return socket.readyState === WebSocket.CLOSING ? WebSocket.OPEN : socket.readyState;
    },
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
  };
}

/** A change of the fragment alone does not reload the page. */
function reloadForNewKey(): void {
  window.addEventListener('hashchange', () => {
    if (keyInAddress() !== null) window.location.reload();
  });
}

function keyInAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('key');
}

function takeKey(): string | null {
  const key = keyInAddress();
  if (key !== null) window.history.replaceState(null, '', window.location.pathname);
  return key;
}

function openSocket(secret: string): Promise<WebSocket> {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/rpc`, [
    'hookdesk',
    `hookdesk.${secret}`,
  ]);
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      reject(
        new HostUnavailable('Hookdesk refused the connection. Start it again with npm start.'),
      );
    };
    const timer = setTimeout(() => {
      socket.close();
      fail();
    }, timeLimit);
    socket.addEventListener('open', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
  });
}
