import { z } from 'zod';

/** The crash point, and how often the host passes it before it is killed. */
export const CrashOrder = z.object({ name: z.string(), passes: z.int() });
export type CrashOrder = z.infer<typeof CrashOrder>;

/** Messages of the parent process to the host. */
export const HostOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arm'), point: CrashOrder.nullable() }),
  /** Milliseconds between the clock of the host and that of the machine. */
  z.object({ kind: z.literal('clock'), offset: z.int() }),
  z.object({ kind: z.literal('end') }),
]);
export type HostOrder = z.infer<typeof HostOrder>;

/** Messages of the host to the parent process. */
export const HostReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), url: z.string(), key: z.string() }),
  /** No crash point is armed any more. */
  z.object({ kind: z.literal('disarmed') }),
  /** An unexpected error. */
  z.object({ kind: z.literal('unexpected'), description: z.string() }),
]);
export type HostReport = z.infer<typeof HostReport>;
