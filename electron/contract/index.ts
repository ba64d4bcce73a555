import type { ContractRouterClient } from '@orpc/contract';
import * as contract from './contract.ts';

export { contract };
export type { ConnectionView, TestStep } from './connections.ts';

export type HookdeskClient = ContractRouterClient<typeof contract>;
