import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ComparedPart } from '#domain/comparison/compared-part.ts';
import { maxQueryLength } from '#domain/search/parse-query.ts';
import { procedure } from './procedure.ts';

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** A column of the webhook list. Its name is open, so that older versions read newer settings. */
export const StoredColumn = z.object({
  name: z.string().max(40),
  shown: z.boolean(),
  /** In pixels; `null` for the default. */
  width: z.int().min(1).max(2_000).nullable(),
});
export type StoredColumn = z.infer<typeof StoredColumn>;

export const ListDensity = z.enum(['comfortable', 'compact']);
export type ListDensity = z.infer<typeof ListDensity>;

export const SavedSearch = z.object({
  name: z.string().min(1).max(80),
  text: z.string().max(maxQueryLength),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const JournalDays = z.int().min(1).max(3_650);

/** Stored as the settings file. No secrets, no content of webhooks. */
export const Settings = z.object({
  theme: Theme.default('system'),
  /** Whether single keys, such as N, are shortcuts. */
  singleKeys: z.boolean().default(true),
  /** Whether the end of a plan is notified while the window is in the background. */
  planNotifications: z.enum(['ask', 'on', 'off']).default('ask'),
  /** Whether changes by others are notified while the window is in the background. */
  changeNotifications: z.boolean().default(false),
  /** Whether pauses are notified before and after they begin and end, while the window is in the background. */
  pauseNotifications: z.boolean().default(false),
  updateChecks: z.boolean().default(true),
  /** Sidebar and list, in percent of the window. */
  panes: z.array(z.number()).nullable().default(null),
  sidebar: z.boolean().default(true),
  /** Percent of the Payload tab, above and beside the preview. */
  templateHeight: z.number().min(0).max(100).default(64),
  templateWidth: z.number().min(0).max(100).default(52),
  /** From left to right; `null` for the default columns. */
  listColumns: z.array(StoredColumn).max(40).nullable().default(null),
  listDensity: ListDensity.default('comfortable'),
  ignoredParts: z.array(ComparedPart).max(1_000).default([]),
  savedSearches: z.array(SavedSearch).max(200).default([]),
  lastConnectionId: z.string().nullable().default(null),
  /** Days. `Retention` prunes older entries of History. */
  journalDays: JournalDays.default(365),
  /** The last time at which this computer's clock was right; `null` until Hookdesk knows one. */
  clockRightAt: z.iso.datetime().nullable().default(null),
  /** What was opened last, sealed with the data key; in base64. */
  recent: z.string().nullable().default(null),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = Settings.parse({});

/** The settings that the window changes; the host changes the others. */
const WindowSettings = Settings.omit({ journalDays: true, clockRightAt: true, recent: true });

export type SettingsChange = Partial<z.infer<typeof WindowSettings>>;
export const SettingsChange = z.custom<SettingsChange>(
  // A parsed object would contain the defaults of settings that the change omits.
  (change) => WindowSettings.strict().safeParse(change).success,
);

export const settingsProcedures = {
  read: procedure.output(Settings),
  /** Rejects with `refused` when a new saved search contains a secret. */
  change: procedure.input(SettingsChange).output(Settings),
  /** First the current ones, then after each change. */
  watchSavedSearches: procedure.output(eventIterator(Settings.pick({ savedSearches: true }))),
};
