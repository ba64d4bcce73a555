import type { ContractRouterClient } from '@orpc/contract';
import type { planProcedures } from '#contract/plans.ts';

/** What the window may ask of plans. */
export type PlanRoom = ContractRouterClient<typeof planProcedures>;
