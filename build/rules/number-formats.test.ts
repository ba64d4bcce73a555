import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '../../renderer');

it('numbers have one form of thousands, whatever the language of the system', () => {
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(svelte|ts)$/.test(path) && !path.endsWith('.test.ts'),
  );
  const others = files.filter((path) =>
    /toLocaleString\((?!\s*'en',?\s*\))/.test(readFileSync(join(renderer, path), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(others).toEqual([]);
});
