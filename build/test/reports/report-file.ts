import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '#adapters/data-folder/usual-data-folder.ts';

/** The path of a part's report. */
export const reportPath = (root: string, part: string): string =>
  join(root, '.cache/test', `${part}.json`);

/** Returns the path of a part's report, and deletes the report of an earlier run. */
export function reportFile(root: string, part: string): string {
  const file = reportPath(root, part);
  makeFolder(dirname(file));
  rmSync(file, { force: true });
  return file;
}
