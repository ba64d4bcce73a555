import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders and files that a bundle is made of, or that say how it is made. */
const sources = [
  'domain',
  'service',
  'electron',
  'renderer',
  'resources',
  'build/bundle',
  'build/notices',
  'docs/user-guide.md',
  'docs/images',
  'LICENSE',
  'package.json',
  'package-lock.json',
];

/** Files in the folders that no bundle holds. */
const ignored = /\.test\.ts$|\.fake\.ts$|\/tsconfig[^/]*\.json$|\.md$/;

/** One value for the names and contents of all sources; another one means: bundle again. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256');
  const paths = sources.flatMap((source) =>
    filesUnder(root, source).filter((path) => path === source || !ignored.test(path)),
  );
  for (const path of paths) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Paths of the files in a folder, sorted; the path itself for a file; none for what is not there. */
function filesUnder(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
