import type { HookdeskClient } from '#contract/index.ts';

/** What the window may ask of plans. */
export type PlanRoom = HookdeskClient['plans'];
