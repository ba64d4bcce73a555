import { z } from 'zod';

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** What the window remembers from one start to the next; no secrets, no content. */
export const Settings = z.object({
  theme: Theme,
  /** Widths of the sidebar and the list as percentages of the window. */
  panes: z.array(z.number()).nullable(),
  lastConnectionId: z.string().nullable(),
  /** Days that entries of the journal are kept. */
  journalDays: z.int().min(1).max(3_650),
  /** When this computer's clock was right for the last time; `null` before that is known. */
  clockRightAt: z.iso.datetime().nullable(),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = {
  theme: 'system',
  panes: null,
  lastConnectionId: null,
  journalDays: 365,
  clockRightAt: null,
};

/** A change of some of the settings; what is not in it stays. */
export const SettingsChange = z.object({
  theme: Settings.shape.theme.exactOptional(),
  panes: Settings.shape.panes.exactOptional(),
  lastConnectionId: Settings.shape.lastConnectionId.exactOptional(),
});
