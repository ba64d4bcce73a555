export const settingsPlaces = ['secrets', 'history', 'appearance', 'diagnostics', 'about'] as const;

export type SettingsPlace = (typeof settingsPlaces)[number];
