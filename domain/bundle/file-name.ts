import { bundleEnding } from './format.ts';
import { keyFor } from './keys.ts';

/** Letters, digits and hyphens only, so that no name leads to another folder. */
export const bundleFileName = (what: string, at: Date): string =>
  `${keyFor(what)}-${at.toISOString().slice(0, 10)}${bundleEnding}`;
