import { MessageChannelMain, type MessagePortMain, type WebFrameMain } from 'electron';
import type { RouterServer } from '#rpc/router-server.ts';

/** The preload repeats these channel names. */
export const connectChannel = 'hookdesk:connect';
const portChannel = 'hookdesk:port';

type Sender = Pick<WebFrameMain, 'origin' | 'parent' | 'postMessage' | 'isDestroyed'>;

export interface ServedContents {
  readonly ipc: {
    on(
      channel: typeof connectChannel,
      listener: (event: { readonly senderFrame: Sender | null }) => void,
    ): unknown;
  };
  once(event: 'destroyed', listener: () => void): unknown;
}

/** A new port closes the page's earlier port. Subframes and other origins get no port. */
export function connectPage(
  contents: ServedContents,
  trustedOrigin: string,
  servePort: RouterServer['servePort'],
): void {
  let openPort: MessagePortMain | null = null;

  const closePort = (): void => {
    openPort?.close();
    // Electron reports only ports that the other side closes; this ends the work on this one.
    openPort?.emit('close');
    openPort = null;
  };

  contents.ipc.on(connectChannel, ({ senderFrame }) => {
    if (senderFrame === null || !isTrusted(senderFrame, trustedOrigin)) return;
    closePort();
    const { port1, port2 } = new MessageChannelMain();
    openPort = port1;
    servePort(port1);
    port1.start();
    senderFrame.postMessage(portChannel, null, [port2]);
  });
  contents.once('destroyed', closePort);
}

function isTrusted(frame: Sender, trustedOrigin: string): boolean {
  return !frame.isDestroyed() && frame.parent === null && frame.origin === trustedOrigin;
}
