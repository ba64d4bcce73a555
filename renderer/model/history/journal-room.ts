import type { ContractRouterClient } from '@orpc/contract';
import type { journalProcedures } from '#contract/journal.ts';

export type JournalRoom = ContractRouterClient<typeof journalProcedures>;
