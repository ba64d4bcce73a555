import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/desktop.md'), 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, number, , code = '', test = ''] = line.split('|').map((cell) => cell.trim());
  if (!/^\d+$/.test(number ?? '')) return [];
  const [, file = '', fragment = ''] = /^`([^`]+)`: `([^`]+)`/.exec(code) ?? [];
  return [{ number: Number(number), file, fragment, test: test.replaceAll('`', '') }];
});

describe('the security checklist of docs/desktop.md', () => {
  it('has the 20 points of Electron’s checklist, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it.each(rows)('point $number: $file contains the line, and $test exists', (row) => {
    expect(row.fragment).not.toBe('');
    expect(readFileSync(join(root, row.file), 'utf8')).toContain(row.fragment);
    expect(row.test).toMatch(/\.(test|check)\.ts$/);
    expect(existsSync(join(root, row.test))).toBe(true);
  });
});
