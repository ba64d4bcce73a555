import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Two levels up from both the sources and the bundled programs. */
const root = join(import.meta.dirname, '../..');
const bundled = import.meta.filename.endsWith('.js');

/** The other programs of a host that runs in Node. */
export const nodePaths = {
  practiceServiceFile: join(root, bundled ? 'dist/service/main.js' : 'service/main.ts'),
  bundleThread: join(
    root,
    bundled ? 'dist/bundle-thread/main.cjs' : 'electron/worker/bundle-thread.ts',
  ),
} as const;

/** Without zod, which `hookdesk --help` does not load. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return named && typeof manifest.version === 'string' ? manifest.version : '';
}
