import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The program of the thread for bundles as it ships; made anew, by a process of its own, where it is stale. */
export function threadProgram(): string {
  execFileSync(process.execPath, [join(root, 'build/bundle/bundle.ts'), '--if-stale']);
  return join(root, 'dist/bundle-thread/main.cjs');
}
