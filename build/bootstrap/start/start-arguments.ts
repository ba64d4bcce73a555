import { join, resolve } from 'node:path';
import type { StartOptions } from '../start-options.mjs';

/** The folder of package.json. */
export const root = join(import.meta.dirname, '../../..');

/** The `--data` folder as an absolute path; `null` without the option. */
export function dataFolderOf({ data }: StartOptions): string | null {
  return data && fromThePerson(data);
}

/** The `--open` files as absolute paths. */
export function filesOf({ files }: StartOptions): string[] {
  return files.map(fromThePerson);
}

/** The host's arguments for a self-check; empty without one. */
export function selfCheckArguments({ selfCheck }: StartOptions): string[] {
  if (selfCheck === null) return [];
  const { json, output } = selfCheck;
  return [
    '--self-check',
    ...(json ? ['--json'] : []),
    ...(output === null ? [] : [`--output=${fromThePerson(output)}`]),
  ];
}

/** npm changes to the folder of package.json; relative names refer to the caller's folder. */
function fromThePerson(name: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), name);
}
