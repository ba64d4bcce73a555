import type { ContractRouterClient } from '@orpc/contract';
import type { journalProcedures } from '#contract/journal.ts';

export type JournalApi = ContractRouterClient<typeof journalProcedures>;
