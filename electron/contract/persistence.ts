import { z } from 'zod';
import { Problem } from '#domain/problem.ts';

/**
 * Where changes of one kind are. `opening`: the vault has not answered yet. `kept`: on disk. `locked`: they
 * wait in memory until the vault is open. `memory`: they are lost when Hookdesk ends. `failed`: they wait in
 * memory until the disk takes them, which is tried again and again.
 */
export const PersistenceStatus = z.object({
  status: z.enum(['opening', 'kept', 'locked', 'memory', 'failed']),
  /** Why changes are not on disk, a sentence or more; `null` where there is nothing to say. */
  reason: z.string().nullable(),
  problem: Problem.nullable(),
});
export type PersistenceStatus = z.infer<typeof PersistenceStatus>;
