import type { HookdeskClient } from '#contract/index.ts';

export type PlanRoom = HookdeskClient['plans'];
