import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '#adapters/data-folder/make-folder.ts';

/** Where a part's report goes; one of an earlier run is removed, so that it cannot be taken for it. */
export function reportFile(root: string, part: string): string {
  const file = join(root, '.cache/test', `${part}.json`);
  makeFolder(dirname(file));
  rmSync(file, { force: true });
  return file;
}
