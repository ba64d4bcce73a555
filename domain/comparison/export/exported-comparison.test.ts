import { expect, it } from 'vitest';
import { type MatrixRow, noCounts } from '../matrix.ts';
import { exportedComparison, type ExportedMatrix } from './exported-comparison.ts';

const row = (name: string, kind: 'differs' | 'missing' | null): MatrixRow => ({
  key: name,
  name,
  inReference: true,
  cells:
    kind === null ? [] : [{ column: 0, kind, different: kind === 'differs' ? 2 : 0, unknown: 0 }],
});

const matrix: ExportedMatrix = {
  at: new Date('2030-05-06T07:08:09Z'),
  reference: { name: 'acme | <b>', facts: 'read 2030-05-06 07:00 UTC', note: 'Not all is known.' },
  columns: [
    {
      connectionId: 'g',
      name: 'globex',
      readAt: new Date('2030-05-05T00:00:00Z'),
      counts: noCounts(),
      lacks: ['payloadType'],
      unreported: [],
    },
    {
      connectionId: 's',
      name: 'stage',
      readAt: null,
      counts: noCounts(),
      lacks: [],
      unreported: [],
    },
  ],
  ignored: ['enabled', 'header:x-env'],
  rows: [row('=1+1', 'differs'), row('A|B <i>', 'missing'), row('Chat', null)],
};

it('writes CSV without formulas', () => {
  const { fileName, mimeType, text } = exportedComparison('csv', matrix);
  expect(fileName).toBe('hookdesk-comparison-2030-05-06.csv');
  expect(mimeType).toBe('text/csv');
  expect(text.split('\r\n')).toEqual([
    '\ufeff"Webhook","acme | <b> (reference)","globex","stage"',
    `"'=1+1","yes","2 differences","not read"`,
    '"A|B <i>","yes","missing","not read"',
    '"Chat","yes","same","not read"',
    '',
  ]);
});

it('writes a Markdown table in which no name breaks a cell', () => {
  const { text } = exportedComparison('markdown', matrix);
  expect(text).toContain(String.raw`Not all is known.`);
  expect(text).toContain('Ignored: enabled, header x-env.');
  expect(text).toContain('Not compared with globex: payload type.');
  expect(text).toContain(String.raw`| A\|B \<i\> | yes | missing | not read |`);
  expect(text).toContain('| read 2030-05-05 00:00 UTC | not read |');
});

it('writes one HTML file in which names are text', () => {
  const { fileName, text } = exportedComparison('html', matrix);
  expect(fileName).toBe('hookdesk-comparison-2030-05-06.html');
  expect(text).toContain('<th scope="row">A|B &lt;i&gt;</th>');
  expect(text).toContain('<td class="differs">2 differences</td>');
  expect(text).not.toMatch(/<(?:script|b|i|a)\b/);
});
