import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of a small repository, by path. */
export type Files = Readonly<Record<string, string>>;

/** Files that break a rule, and similar files that do not. */
export interface Fixture {
  readonly breaks: Files;
  readonly nearMiss: Files;
}

/** Reads a fixture: `=== breaks` and `=== near miss` start its halves, `--- PATH` starts a file. */
export function parseFixture(text: string): Fixture {
  const halves = new Map<string, Record<string, string>>();
  let files: Record<string, string> = {};
  let path = '';
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith('=== ')) {
      files = {};
      halves.set(line.slice(4), files);
    } else if (line.startsWith('--- ')) {
      path = line.slice(4);
      files[path] = '';
    } else {
      files[path] = `${files[path] ?? ''}${line}\n`;
    }
  }
  const breaks = halves.get('breaks');
  const nearMiss = halves.get('near miss');
  if (breaks === undefined || nearMiss === undefined) throw new Error('A half is missing.');
  return { breaks, nearMiss };
}

/** Writes the files into a new folder in `parent`, with this repository's package.json. */
export function unpack(files: Files, parent: string, root: string): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'fixture-'));
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  for (const [path, text] of Object.entries({ ...files, 'package.json': manifest })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
