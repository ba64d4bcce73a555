import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { HookdeskClient } from '#contract/index.ts';
import type { FakeFrame } from './window.fake.ts';

/** What the page does with the port that its frame was given last. */
export function clientOf(frame: FakeFrame): HookdeskClient {
  const port = frame.posted.at(-1)?.ports[0]?.inner;
  if (port === undefined) throw new Error('The frame was given no port.');
  port.start();
  return createORPCClient(new RPCLink({ port }));
}

/** The page goes away, with every port that it was given. */
export function leave(frame: FakeFrame): void {
  for (const { ports } of frame.posted) for (const port of ports) port.close();
}
