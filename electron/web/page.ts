import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pageContentTypes } from '#adapters/page-content-types.ts';

export interface PageFile {
  readonly body: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
}

/** The files of the window, by their path. */
export type Page = ReadonlyMap<string, PageFile>;

/** Two levels up from both the source and `dist/web`. */
export const builtPage = join(import.meta.dirname, '../../dist/renderer/web');

/** Vite puts a content hash into these names, so browsers may cache them forever. */
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

/** Serves only these files, so that no invented path reaches another. `null` if not built. */
export function readPage(folder: string): Page | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const page = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    page.set(path, {
      body: readFileSync(file),
      contentType: pageContentTypes[extname(entry.name)] ?? 'application/octet-stream',
      cacheControl: hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  }
  const index = page.get('/index.html');
  if (index !== undefined) page.set('/', index);
  return page;
}
