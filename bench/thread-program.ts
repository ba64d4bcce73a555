import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The shipped program of the bundle thread. A separate process builds it if it is outdated. */
export function threadProgram(): string {
  execFileSync(process.execPath, [join(root, 'build/bundle/bundle.ts'), '--if-stale']);
  return join(root, 'dist/bundle-thread/main.cjs');
}
