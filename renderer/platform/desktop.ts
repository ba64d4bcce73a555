import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { HookdeskClient } from '#contract/index.ts';
import { type Host, HostUnavailable } from './host.ts';

/** Milliseconds. */
const timeLimit = 10_000;

export async function connect(): Promise<Host> {
  const port = await receivePort();
  const client: HookdeskClient = createORPCClient(new RPCLink({ port }));
  port.start();
  return {
    client,
    openLink: (url) => client.app.openExternal({ url }),
    onLost: (callback) => port.addEventListener('close', callback, { once: true }),
  };
}

function receivePort(): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      window.removeEventListener('message', receive);
      reject(new HostUnavailable('Hookdesk did not start completely. Quit it and start it again.'));
    }, timeLimit);
    function receive(event: MessageEvent): void {
      const [port] = event.ports;
      if (event.source !== window || event.data !== 'hookdesk:port' || port === undefined) return;
      clearTimeout(timer);
      window.removeEventListener('message', receive);
      resolve(port);
    }
    window.addEventListener('message', receive);
  });
}
