export const secretPlace = /<secret:([a-z0-9][a-z0-9._-]{0,119})>/;

export const secretMissingIn = (text: string): string | null => secretPlace.exec(text)?.[1] ?? null;
