import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The folder of package.json: two up, both from the source and from the bundle in `dist/web`. */
const root = join(import.meta.dirname, '../..');
const bundled = import.meta.filename.endsWith('.js');

/** Where the parts beside this program lie. */
export const places = {
  /** The built window. */
  page: join(root, 'dist/renderer/web'),
  /** The webhook management service, for practice. */
  service: join(root, bundled ? 'dist/service/main.js' : 'service/main.ts'),
  /** The program of the thread that works on bundles. */
  bundleThread: join(
    root,
    bundled ? 'dist/bundle-thread/main.cjs' : 'electron/adapters/bundle-work/bundle-thread.ts',
  ),
} as const;

/** Hookdesk's version, as package.json has it. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
