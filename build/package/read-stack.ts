import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const Payload = z.object({
  version: z.number(),
  file: z.string().default(''),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
  sourceRoot: z.string().default(''),
});

/** A place in a bundle: of a file, of the window's page, or of the thread, which runs as text. */
const place =
  /(?:[^\s(]*[\\/](?<bundle>dist[\\/][\w\\/.-]+\.c?js)|app:\/\/hookdesk\/(?<page>[\w/.-]+\.js)|(?<thread>\[worker eval\])):(?<line>\d+):(?<column>\d+)/g;

const Groups = z.object({
  bundle: z.string().optional(),
  page: z.string().optional(),
  line: z.coerce.number(),
  column: z.coerce.number(),
});

/**
 * Replaces the places of the bundles in a text by the places of their sources.
 *
 * @param maps the folder `source-maps` of the same release
 */
export function readStack(stack: string, maps: string): string {
  const read = new Map<string, SourceMap>();
  const originOf = (bundle: string, line: number, column: number): string | null => {
    const file = join(maps, `${bundle}.map`);
    if (!read.has(bundle) && existsSync(file)) {
      read.set(bundle, new SourceMap(Payload.parse(JSON.parse(readFileSync(file, 'utf8')))));
    }
    const origin = read.get(bundle)?.findOrigin(line, column);
    if (origin === undefined || !('fileName' in origin)) return null;
    // Relative to the repository.
    const source = origin.fileName.replace(/^(?:\.\.\/)+/, '');
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
  };
  return stack.replaceAll(place, (found, ...rest) => {
    const groups: unknown = rest.at(-1);
    const { bundle, page, line, column } = Groups.parse(groups);
    const file =
      bundle?.replaceAll('\\', '/') ??
      (page === undefined ? 'dist/bundle-thread/main.cjs' : `dist/renderer/desktop/${page}`);
    return originOf(file, line, column) ?? found;
  });
}

if (import.meta.main) {
  const [, , maps = 'release/source-maps'] = process.argv;
  process.stdout.write(readStack(await text(process.stdin), maps));
}
