import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { procedure } from './procedure.ts';

/** `managed`: an administrator turned them off. `damaged`: the managed settings cannot be used. */
export const UpdatesOff = z.enum(['browser', 'no-feed', 'managed', 'damaged']);
export type UpdatesOff = z.infer<typeof UpdatesOff>;

const ManualReason = z.enum([
  'development',
  'system-package',
  'not-installed',
  'portable',
  /** The AppImage, or the application on macOS, cannot be replaced. */
  'read-only',
  /** macOS replaces only signed applications. */
  'unsigned',
  /** macOS runs a downloaded application from a read-only copy until a person moves it. */
  'translocated',
]);
export type ManualReason = z.infer<typeof ManualReason>;

/** Why Hookdesk cannot install new versions, and the page from which a person downloads them. */
export const ManualUpdate = z.object({ reason: ManualReason, page: z.string() });
export type ManualUpdate = z.infer<typeof ManualUpdate>;

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
  /** `null` for a copy that updates itself, and while updates are off. */
  manual: procedure.output(ManualUpdate.nullable()),
  /** The next four do nothing in a state where they do not apply. */
  check: procedure.output(z.void()),
  download: procedure.output(z.void()),
  cancel: procedure.output(z.void()),
  /** Restarts Hookdesk with the new version; while a plan runs, installs it on quit instead. */
  install: procedure.output(z.void()),
};
