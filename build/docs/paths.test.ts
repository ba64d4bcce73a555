import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { journeysIn, missingPaths, pathsIn } from './paths.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

describe('the paths in the documentation', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...globSync('docs/**/*.md', { cwd: root }),
  ];

  for (const page of pages) {
    it(`exist: ${page}`, () => {
      expect(missingPaths(root, page, textOf(page))).toEqual([]);
    });
  }

  it.each(['docs/architecture.md', 'docs/glossary.md'])('are found in %s', (page) => {
    expect(pathsIn(textOf(page)).length).toBeGreaterThan(50);
  });
});

describe('the journeys', () => {
  const journeys = ['docs/journeys.md', 'docs/architecture.md'].flatMap((page) =>
    journeysIn(textOf(page)),
  );

  it.each(journeys)('have the stated number of files: $title', ({ written, named }) => {
    expect(written).toBe(named);
  });

  it('are five', () => {
    expect(journeys).toHaveLength(5);
  });
});

describe('the entries of the architecture page', () => {
  const [, section = ''] = /^## Entries$([\s\S]*?)^## /m.exec(textOf('docs/architecture.md')) ?? [];
  const entries = [...section.matchAll(/`(\w+)` in `([\w./-]+)`/g)].map(
    ([, name = '', path = '']) => [name, path] as const,
  );

  it.each(entries)('have %s in %s', (name, path) => {
    const isComponent = path.endsWith(`/${name}.svelte`);
    expect(isComponent || new RegExp(`^export .*\\b${name}\\b`, 'm').test(textOf(path))).toBe(true);
  });

  it('are about 35', () => {
    expect(entries.length).toBeGreaterThan(25);
    expect(entries.length).toBeLessThan(40);
  });
});

describe('missingPaths', () => {
  it('names the page and each missing path', () => {
    const text =
      'See `domain/webhook/webhook.ts`, `domain/webhok/` and `build/docs/{paths,path}.ts`.';
    expect(missingPaths(root, 'sample.md', text)).toEqual([
      'sample.md: domain/webhok/',
      'sample.md: build/docs/path.ts',
    ]);
  });

  it('expands folders and patterns, and ignores other code', () => {
    const text = '`docs/adr`, `build/bootstrap/*.mjs`, `/api/v14`, `dist/`, `npm test`, `a-name`';
    expect(pathsIn(text)).toEqual(['docs/adr', 'build/bootstrap/*.mjs']);
    expect(missingPaths(root, 'sample.md', text)).toEqual([]);
  });
});

describe('journeysIn', () => {
  it('counts each file of a section once, up to the line with the number', () => {
    const text =
      '## One\n\n1. `a/b.ts`, `a/c.ts`, `a/b.ts`\n\n3 files, and `d/e.ts`.\n\n## Other\n';
    expect(journeysIn(text)).toEqual([{ title: 'One', written: 3, named: 2 }]);
  });
});
