import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';

/**
 * Asks a window to save its edits: `save` before the window closes or reloads, `end` because the host is
 * about to end. The window answers both with `reportSaved` and the event's id.
 */
export const ShutdownEvent = z.object({ kind: z.enum(['save', 'end']), id: z.int() });
export type ShutdownEvent = z.infer<typeof ShutdownEvent>;

/** A window's answer to a `ShutdownEvent`. */
export const SavedReport = z.object({
  id: z.int(),
  /** Whether the host has taken every edit of the window. */
  isSaved: z.boolean(),
});
export type SavedReport = z.infer<typeof SavedReport>;

export const watchShutdown = procedure.output(eventIterator(ShutdownEvent));
export const reportSaved = procedure.input(SavedReport).output(z.void());
