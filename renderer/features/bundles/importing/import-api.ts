import type { ContractRouterClient } from '@orpc/contract';
import type { importProcedures } from '#contract/bundle-import.ts';

export type ImportApi = ContractRouterClient<typeof importProcedures>;
