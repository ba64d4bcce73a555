import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where a part's report goes; one of an earlier run is removed, so that it cannot be taken for it. */
export function reportFile(root: string, part: string): string {
  const file = join(root, '.cache/test', `${part}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}
