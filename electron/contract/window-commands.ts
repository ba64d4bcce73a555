import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';

export const WindowCommand = z.object({
  id: z.string(),
  menu: z.enum(['File', 'View', 'Go', 'Webhook', 'Installation', 'Help']),
  label: z.string(),
  /** Such as `Ctrl Shift Z` or `F5`. The window itself handles the keys. */
  shortcut: z.string().nullable(),
  enabled: z.boolean(),
});
export type WindowCommand = z.infer<typeof WindowCommand>;

export const reportCommands = procedure
  .input(z.object({ commands: z.array(WindowCommand).max(100) }))
  .output(z.void());
export const watchCommands = procedure.output(eventIterator(WindowCommand.pick({ id: true })));
