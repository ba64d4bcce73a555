import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Link } from '#domain/link/link.ts';
import { Managed } from '#domain/managed/managed-settings.ts';
import { procedure } from './procedure.ts';

/** A link that the operating system passed to Hookdesk; `null` for one that this version cannot read. */
export const LinkEvent = z.object({ link: Link.nullable() });
export type LinkEvent = z.infer<typeof LinkEvent>;

const watchLinks = procedure.output(eventIterator(LinkEvent));

/** `save`: the window closes or reloads. `end`: the host ends. Answer with `reportSaved`. */
export const ShutdownEvent = z.object({ kind: z.enum(['save', 'end']), id: z.int() });
export type ShutdownEvent = z.infer<typeof ShutdownEvent>;

export const SavedReport = z.object({
  id: z.int(),
  isSaved: z.boolean(),
});
export type SavedReport = z.infer<typeof SavedReport>;

const watchShutdown = procedure.output(eventIterator(ShutdownEvent));
const reportSaved = procedure.input(SavedReport).output(z.void());

export const WindowCommand = z.object({
  id: z.string(),
  menu: z.enum(['File', 'View', 'Go', 'Webhook', 'Installation', 'Help']),
  label: z.string(),
  /** Such as `Ctrl Shift Z` or `F5`. The window itself handles the keys. */
  shortcut: z.string().nullable(),
  enabled: z.boolean(),
});
export type WindowCommand = z.infer<typeof WindowCommand>;

const reportCommands = procedure
  .input(z.object({ commands: z.array(WindowCommand).max(100) }))
  .output(z.void());
const watchCommands = procedure.output(eventIterator(WindowCommand.pick({ id: true })));

/** A page of HTML without script, next to the page of the window. */
export const helpPages = ['guide', 'licences'] as const;
export type HelpPage = (typeof helpPages)[number];

export const helpPath = (page: HelpPage): string => `/help/${page}.html`;

export const HostName = z.enum(['desktop', 'web', 'command-line']);
export type HostName = z.infer<typeof HostName>;

const About = z.object({
  version: z.string(),
  host: HostName,
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
