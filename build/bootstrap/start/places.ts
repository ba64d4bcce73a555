import { join, resolve } from 'node:path';
import type { StartOptions } from '../start-options.mjs';

/** The folder of package.json. */
export const root = join(import.meta.dirname, '../../..');

/**
 * The data folder that a person named, absolute. npm changes to the folder of package.json; a
 * relative name is meant from where the person is.
 */
export function dataFolderOf({ data }: StartOptions): string | null {
  return data && resolve(process.env.INIT_CWD ?? process.cwd(), data);
}
