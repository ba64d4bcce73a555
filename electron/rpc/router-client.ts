import { createRouterClient } from '@orpc/server';
import type { HookdeskClient } from '#contract/index.ts';
import type { HookdeskRouter } from '#core/router.ts';

/** The contract's client in the process of its core, without a transport. */
export const routerClient = (router: HookdeskRouter): HookdeskClient =>
  createRouterClient(router, { context: {} });
