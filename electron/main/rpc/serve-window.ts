import { RPCHandler } from '@orpc/server/message-port';
import { MessageChannelMain, type MessagePortMain, type WebFrameMain } from 'electron';
import type { HookdeskRouter } from '#core/router.ts';
import { optionsForWindow } from '#core/window-options.ts';

/** The channels between a window's preload and the main process; the preload has them too. */
export const connectChannel = 'hookdesk:connect';
const portChannel = 'hookdesk:port';

type Sender = Pick<WebFrameMain, 'origin' | 'parent' | 'postMessage' | 'isDestroyed'>;

/** What is needed of a window's `WebContents`; its `ipc` hears that window alone. */
export interface ServedContents {
  readonly ipc: {
    on(
      channel: typeof connectChannel,
      listener: (event: { readonly senderFrame: Sender | null }) => void,
    ): unknown;
  };
  once(event: 'destroyed', listener: () => void): unknown;
}

/**
 * Serves the router to one window. Its page gets one end of a message channel each time it asks; a
 * new end ends the one before, with all that ran on it. Whoever asks from a frame inside the page, or
 * from another origin, gets no answer.
 */
export function serveWindow(
  contents: ServedContents,
  trustedOrigin: string,
  router: HookdeskRouter,
  report: (description: string) => void,
): void {
  let served: MessagePortMain | null = null;

  const hangUp = (): void => {
    served?.close();
    // Electron tells of ports that the other side closed; work on this one has to end as well.
    served?.emit('close');
    served = null;
  };

  contents.ipc.on(connectChannel, ({ senderFrame }) => {
    if (senderFrame === null || !isTrusted(senderFrame, trustedOrigin)) return;
    hangUp();
    const { port1, port2 } = new MessageChannelMain();
    served = port1;
    // One handler for each page, because each page has limits of its own.
    new RPCHandler(router, optionsForWindow(report)).upgrade(port1);
    port1.start();
    senderFrame.postMessage(portChannel, null, [port2]);
  });
  contents.once('destroyed', hangUp);
}

function isTrusted(frame: Sender, trustedOrigin: string): boolean {
  return !frame.isDestroyed() && frame.parent === null && frame.origin === trustedOrigin;
}
