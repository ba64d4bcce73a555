/** The names that secrets have in bundles. */
const namePattern = '[a-z0-9][a-z0-9._-]{0,119}';

export const secretNamePattern = new RegExp(`^${namePattern}$`);

/** The place of a secret whose value is not known; the group is its name. */
export const secretReferencePattern = new RegExp(`<secret:(${namePattern})>`);

/** The name of the first secret whose value the text lacks; `null` without one. */
export const missingSecretIn = (text: string): string | null =>
  secretReferencePattern.exec(text)?.[1] ?? null;
