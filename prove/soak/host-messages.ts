import { z } from 'zod';

/** Where the host is to be killed, and how many times it still passes that point before. */
export const CrashOrder = z.object({ name: z.string(), passes: z.int() });
export type CrashOrder = z.infer<typeof CrashOrder>;

/** What the parent process tells the host. */
export const HostOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arm'), point: CrashOrder.nullable() }),
  z.object({ kind: z.literal('end') }),
]);
export type HostOrder = z.infer<typeof HostOrder>;

/** What the host tells the parent process. */
export const HostReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), url: z.string(), key: z.string() }),
  /** An error that the host did not foresee. */
  z.object({ kind: z.literal('unexpected'), description: z.string() }),
]);
export type HostReport = z.infer<typeof HostReport>;
