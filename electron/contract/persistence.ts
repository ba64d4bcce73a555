import { z } from 'zod';
import { Problem } from '#domain/problem.ts';

/** `kept`: on disk. `locked`: waits for the vault. `memory`: lost on exit. `failed`: writing is retried. */
export const PersistenceStatus = z.object({
  status: z.enum(['opening', 'kept', 'locked', 'memory', 'failed']),
  reason: z.string().nullable(),
  problem: Problem.nullable(),
});
export type PersistenceStatus = z.infer<typeof PersistenceStatus>;
