import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { procedure } from './procedure.ts';

export const UpdatesOff = z.enum([
  'browser',
  'development',
  'no-feed',
  'system-package',
  'not-installed',
  'portable',
  /** The AppImage cannot be replaced. */
  'read-only',
  /** macOS replaces only signed applications. */
  'unsigned',
]);
export type UpdatesOff = z.infer<typeof UpdatesOff>;

const newer = { version: z.string(), /** Plain text. */ notes: z.string() };

export const UpdateState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off'), reason: UpdatesOff }),
  /** `checkedAt`: the last answer of the update server, which had no newer version. */
  z.object({ kind: z.literal('idle'), checkedAt: z.date().nullable() }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('available'), ...newer }),
  /** `share`: from 0 to 1. */
  z.object({ kind: z.literal('downloading'), ...newer, share: z.number() }),
  /** `onQuit`: the user wants to install it when Hookdesk quits. */
  z.object({ kind: z.literal('ready'), ...newer, onQuit: z.boolean() }),
  z.object({
    kind: z.literal('failed'),
    during: z.enum(['check', 'download']),
    problem: Problem,
  }),
]);
export type UpdateState = z.infer<typeof UpdateState>;

export const updateProcedures = {
  watch: procedure.output(eventIterator(UpdateState)),
  /** The next four do nothing in a state where they do not apply. */
  check: procedure.output(z.void()),
  download: procedure.output(z.void()),
  cancel: procedure.output(z.void()),
  /** Restarts Hookdesk with the new version; while a plan runs, installs it on quit instead. */
  install: procedure.output(z.void()),
};
