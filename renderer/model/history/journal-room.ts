import type { ContractRouterClient } from '@orpc/contract';
import type { journalProcedures } from '#contract/journal.ts';

/** What the window may ask of the journal. */
export type JournalRoom = ContractRouterClient<typeof journalProcedures>;
