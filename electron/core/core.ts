import { Connections } from './connections/connections.ts';
import { Drafts } from './drafts/drafts.ts';
import type { Ports } from './ports.ts';
import { type About, createRouter, type HookdeskRouter } from './router.ts';
import { Sessions } from './sessions/sessions.ts';
import { withSessions } from './sessions/with-sessions.ts';

/** Hookdesk without a window and without a machine: what both hosts serve. */
export interface Core {
  readonly router: HookdeskRouter;
  /** Brings drafts to the disk and signs out of every installation; within a second or so. To be called before the ports are closed. */
  readonly close: () => Promise<void>;
}

/** Puts the core together on these ports. */
export function createCore(ports: Ports, about: About): Core {
  const connections = new Connections(ports);
  const sessions = new Sessions(ports, connections);
  const webhooks = withSessions(ports.webhooks, (target) => sessions.of(target));
  const drafts = new Drafts(ports);
  const router = createRouter({ ...ports, webhooks }, { connections, sessions, drafts }, about);
  const close = async (): Promise<void> => {
    await Promise.all([drafts.close(), sessions.close()]);
  };
  return { router, close };
}
