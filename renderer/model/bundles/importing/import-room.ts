import type { ContractRouterClient } from '@orpc/contract';
import type { importProcedures } from '#contract/bundle-import.ts';

/** What the window may ask of imports. */
export type ImportRoom = ContractRouterClient<typeof importProcedures>;
