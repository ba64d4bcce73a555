export const settingsPlaces = ['secrets', 'history', 'appearance', 'diagnostics', 'about'] as const;

/** A part of the settings. */
export type SettingsPlace = (typeof settingsPlaces)[number];
