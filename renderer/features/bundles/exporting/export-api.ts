import type { ContractRouterClient } from '@orpc/contract';
import type { exportProcedures } from '#contract/bundle-export.ts';

export type ExportApi = ContractRouterClient<typeof exportProcedures>;
