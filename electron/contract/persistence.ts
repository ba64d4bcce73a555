import { z } from 'zod';
import { Problem } from '#domain/problem.ts';

/**
 * `opening`: the file is being read. `kept`: on disk. `locked`: waits for the vault. `memory`: lost on
 * exit. `failed`: writing is retried, and `problem` says why. `reason` is a sentence for people.
 */
export const PersistenceStatus = z.object({
  status: z.enum(['opening', 'kept', 'locked', 'memory', 'failed']),
  reason: z.string().nullable(),
  problem: Problem.nullable(),
});
export type PersistenceStatus = z.infer<typeof PersistenceStatus>;
