import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';

const Recipients = z.object({
  count: z.int(),
  /** Of the first webhooks in the list. */
  names: z.array(z.string()),
});
export type Recipients = z.infer<typeof Recipients>;

export const InstallationCoverage = z.object({
  connectionId: z.string(),
  /** `null` for an installation that was never read. */
  readAt: z.date().nullable(),
  alerts: z.object({
    low: Recipients,
    medium: Recipients,
    high: Recipients,
    cleared: Recipients,
  }),
  jobs: Recipients,
});
export type InstallationCoverage = z.infer<typeof InstallationCoverage>;

export const coverageProcedures = {
  /** The enabled webhooks by received alert, as last read from each installation. Sends nothing. */
  ofAll: procedure.output(eventIterator(InstallationCoverage)),
};
