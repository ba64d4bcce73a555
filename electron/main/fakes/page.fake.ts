import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { HookdeskClient } from '#contract/index.ts';
import type { FakeFrame } from './window.fake.ts';

/** Returns a client of the host on the port that the frame received last. */
export function clientOf(frame: FakeFrame): HookdeskClient {
  const port = frame.posted.at(-1)?.ports[0]?.inner;
  if (port === undefined) throw new Error('The frame was given no port.');
  port.start();
  return createORPCClient(new RPCLink({ port }));
}

/** Closes the page with every port that it received. */
export function leave(frame: FakeFrame): void {
  for (const { ports } of frame.posted) for (const port of ports) port.close();
}
