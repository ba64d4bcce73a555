import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders that affect a bundle. */
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

/** Files in these folders that are in no bundle. */
const ignored = /\.test\.ts$|\.fake\.ts$|\/tsconfig[^/]*\.json$|\.md$/;

/** A hash of the names and contents of all sources. When it changes, the bundle is stale. */
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

/** Sorted paths of the files in a folder; the path itself for a file; empty for a missing path. */
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
