import { bundleEnding } from './format.ts';
import { keyFor } from './keys.ts';

/**
 * What a file is proposed to be called: `acme-prod-2030-01-02.hookdesk.json`. Only letters, digits and
 * hyphens of the name are in it, so that no name leads to another folder.
 *
 * @param what the installation's name, or of what the bundle is
 */
export const bundleFileName = (what: string, at: Date): string =>
  `${keyFor(what)}-${at.toISOString().slice(0, 10)}${bundleEnding}`;
