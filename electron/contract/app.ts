import { z } from 'zod';
import { Managed } from '#domain/managed/managed-settings.ts';
import { watchLinks } from './links.ts';
import { procedure } from './procedure.ts';
import { reportSaved, watchShutdown } from './shutdown.ts';
import { reportCommands, watchCommands } from './window-commands.ts';

const About = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'web']),
  /** Holds all data except the keychain's secrets. */
  dataFolder: z.string(),
  notices: z.array(z.string()),
  log: z.string(),
  showsLog: z.boolean(),
  /** Whether the desktop application runs without Chromium's sandbox. */
  withoutSandbox: z.boolean(),
  /** What an administrator sets for all users of this machine. */
  managed: Managed,
});
export type About = z.infer<typeof About>;

export const appProcedures = {
  about: procedure.output(About),
  /** Text for a ticket, without secrets and without texts of people or services. */
  diagnostics: procedure.output(z.string()),
  showLog: procedure.output(z.void()),
  openExternal: procedure.input(z.object({ url: z.string() })).output(z.void()),
  watchShutdown,
  reportSaved,
  reportCommands,
  watchCommands,
  watchLinks,
};
