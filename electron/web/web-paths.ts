import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Two levels up from both the source and `dist/web`. */
const root = join(import.meta.dirname, '../..');
const bundled = import.meta.filename.endsWith('.js');

export const webPaths = {
  page: join(root, 'dist/renderer/web'),
  practiceServiceFile: join(root, bundled ? 'dist/service/main.js' : 'service/main.ts'),
  bundleThread: join(
    root,
    bundled ? 'dist/bundle-thread/main.cjs' : 'electron/worker/bundle-thread.ts',
  ),
} as const;

export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
