import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { HookdeskClient } from '#contract/index.ts';
import { type Host, HostUnavailable } from './host.ts';

/** How long the web host may take to answer, in milliseconds. */
const patience = 10_000;

/**
 * Connects to the web host that served this page. The one-time key in the address's fragment is
 * traded for a cookie and taken out of the address and the history.
 */
export async function connect(): Promise<Host> {
  await openSession(takeKey());
  const socket = await openSocket();
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
    leave: () => undefined,
    onLost: (callback) => {
      socket.addEventListener('close', callback, { once: true });
    },
  };
}

/**
 * While a socket closes, what is sent no longer goes anywhere, and fails with all that is under way
 * once it is closed. Refused at once, taking back a request would be an error that nobody can catch.
 */
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

function takeKey(): string | null {
  const key = new URLSearchParams(window.location.hash.slice(1)).get('key');
  if (key !== null) window.history.replaceState(null, '', window.location.pathname);
  return key;
}

async function openSession(key: string | null): Promise<void> {
  const answer = await fetch('/session', {
    signal: AbortSignal.timeout(patience),
    ...(key === null
      ? {}
      : {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ key }),
        }),
  }).catch(() => {
    throw new HostUnavailable('Hookdesk no longer answers. Start it again with npm start.');
  });
  if (answer.ok) return;
  // A used key is no harm in a window that was let in before, such as after a reload.
  if (key !== null) {
    await openSession(null);
    return;
  }
  throw new HostUnavailable(
    'This address has been used already, or it is from an earlier start. Open the address that Hookdesk printed last, or start it again with npm start.',
  );
}

function openSocket(): Promise<WebSocket> {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/rpc`);
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      reject(
        new HostUnavailable('Hookdesk refused the connection. Start it again with npm start.'),
      );
    };
    const timer = setTimeout(() => {
      socket.close();
      fail();
    }, patience);
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
