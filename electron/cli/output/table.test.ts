import { expect, it } from 'vitest';
import { pipedTable, type Terminal, terminalTable } from './table.ts';
import { visible } from './terminal-text.ts';

const table = {
  columns: ['ID', 'NAME', 'URL'],
  rows: [
    ['1', 'Pager', 'https://a.example/in/••••••••'],
    ['12', 'Überwachung', 'https://b.example/'],
  ],
};
const terminal: Terminal = { width: 80, hasUtf8: true, emphasize: (text) => text };

it('aligns columns', () => {
  expect(terminalTable(table, terminal)).toBe(
    [
      'ID  NAME         URL',
      '1   Pager        https://a.example/in/••••••••',
      '12  Überwachung  https://b.example/',
    ].join('\n'),
  );
});

it.each([40, 30, 24])('fits a terminal of %i characters', (width) => {
  const lines = terminalTable(table, { ...terminal, width }).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  expect(lines[1]).toContain('…');
});

it('takes more rows than a function takes arguments', { tags: 'slow' }, () => {
  const rows = Array.from({ length: 200_000 }, () => ['1']);
  expect(terminalTable({ columns: ['ID'], rows }, terminal).split('\n')).toHaveLength(200_001);
});

it('uses ASCII for its own signs without UTF-8', () => {
  const shown = terminalTable(table, { ...terminal, width: 30, hasUtf8: false });
  expect(shown).toContain('...');
  expect(shown).not.toMatch(/[•…]/);
});

it('cuts nothing for other programs', () => {
  expect(pipedTable(table)).toBe(
    '1\tPager\thttps://a.example/in/••••••••\n12\tÜberwachung\thttps://b.example/',
  );
});

it('shows control characters, which could steer the terminal, as escapes', () => {
  const attack = 'a\u001b]0;title\u0007\u009b2J\u202ecba\tb\nc';
  expect(visible(attack)).toBe('a\\u001b]0;title\\u0007\\u009b2J\\u202ecba\\u0009b\\nc');
  const rows = [[attack]];
  expect(pipedTable({ columns: ['NAME'], rows })).toBe(visible(attack));
  expect(terminalTable({ columns: ['NAME'], rows }, terminal)).not.toContain('\u001b');
});
