import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** One file of the window, ready to be sent. */
export interface PageFile {
  readonly body: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
}

/** The window's files by the path under which they are served. */
export type Page = ReadonlyMap<string, PageFile>;

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Vite puts a hash of the content into the names of what it bundles, so they can be kept forever. */
const hashed = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

/**
 * Reads the built window into memory, a few megabytes. Only what was found now is ever served: a
 * path that is made up, however it is written, leads to no file. `null` when it is not built yet.
 */
export function readPage(folder: string): Page | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const page = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    page.set(path, {
      body: readFileSync(file),
      contentType: contentTypes[extname(entry.name)] ?? 'application/octet-stream',
      cacheControl: hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  }
  const index = page.get('/index.html');
  if (index !== undefined) page.set('/', index);
  return page;
}
