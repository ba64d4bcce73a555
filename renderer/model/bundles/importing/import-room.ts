import type { ContractRouterClient } from '@orpc/contract';
import type { importProcedures } from '#contract/bundle-import.ts';

export type ImportRoom = ContractRouterClient<typeof importProcedures>;
