import type { HookdeskClient } from '#contract/index.ts';

export type PlanApi = HookdeskClient['plans'];
