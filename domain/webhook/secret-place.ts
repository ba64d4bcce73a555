/** How a secret that is not there stands in a text: `<secret:name>`, as files from elsewhere have it. */
export const secretPlace = /<secret:([a-z0-9][a-z0-9._-]{0,119})>/;

/** The name of the first secret that a text has a place for; `null` where it has none. */
export const secretMissingIn = (text: string): string | null => secretPlace.exec(text)?.[1] ?? null;
