import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const { dependencies, devDependencies } = Manifest.parse(JSON.parse(read('package.json')));
const page = read('docs/dependencies.md');

/** The rows of the tables in one part of the page: trimmed cells, names without links. */
function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\| \[([^\]]+)\]\(\S+\) +\|(.*)\|$/gm)].map(
    ([, name = '', cells = '']) => [name, ...cells.split('|').map((cell) => cell.trim())],
  );
}
const namesOf = (text: string) => rowsOf(text).map(([name]) => name);

const [, shipped = '', ...others] = page.split(/^## /m);

it('names every dependency once and no other package', () => {
  expect(namesOf(shipped).sort()).toEqual(Object.keys(dependencies).sort());
  expect(namesOf(others.join('\n')).sort()).toEqual(Object.keys(devDependencies).sort());
});

it('states purpose, reason and cost of replacement for each dependency', () => {
  for (const row of rowsOf(page)) {
    expect(row).toHaveLength(4);
    expect(row.slice(1).filter((cell) => cell.length < 4)).toEqual([]);
  }
});

it('package.json has exact versions', () => {
  const inexact = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:@?[^@]+@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(inexact).toEqual([]);
});
