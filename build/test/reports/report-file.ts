import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '#adapters/data-folder/make-folder.ts';

/** Where the report of a part is. */
export const reportPath = (root: string, part: string): string =>
  join(root, '.cache/test', `${part}.json`);

/** Where a part's report goes; one of an earlier run is removed, so that it cannot be taken for it. */
export function reportFile(root: string, part: string): string {
  const file = reportPath(root, part);
  makeFolder(dirname(file));
  rmSync(file, { force: true });
  return file;
}
