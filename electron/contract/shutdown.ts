import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';

/** Asks a window to save its edits, because the host is about to end. */
export const ShutdownEvent = z.object({ kind: z.literal('save') });
export type ShutdownEvent = z.infer<typeof ShutdownEvent>;

/** The one event comes when the host is asked to end. The window ends the stream when its edits are saved. */
export const watchShutdown = procedure.output(eventIterator(ShutdownEvent));
