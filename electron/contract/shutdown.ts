import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';

/** `save`: the window closes or reloads. `end`: the host ends. Answer with `reportSaved`. */
export const ShutdownEvent = z.object({ kind: z.enum(['save', 'end']), id: z.int() });
export type ShutdownEvent = z.infer<typeof ShutdownEvent>;

export const SavedReport = z.object({
  id: z.int(),
  isSaved: z.boolean(),
});
export type SavedReport = z.infer<typeof SavedReport>;

export const watchShutdown = procedure.output(eventIterator(ShutdownEvent));
export const reportSaved = procedure.input(SavedReport).output(z.void());
