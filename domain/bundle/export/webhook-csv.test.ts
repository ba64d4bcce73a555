import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyDefinition } from '../../webhook/webhook.ts';
import { portableOf, type PortableWebhook } from '../portable.ts';
import { webhookCsv } from './webhook-csv.ts';

const webhook = (changes: Partial<PortableWebhook>): PortableWebhook => ({
  ...portableOf(emptyDefinition('B')),
  name: 'Pager',
  url: ['https://a.example/', { secret: 'pager-url' }],
  ...changes,
});

const table = (webhooks: readonly PortableWebhook[]): string => [...webhookCsv(webhooks)].join('');

/** The cells of a table, read as RFC 4180 §2 says. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    if (quoted === undefined && plain === '' && end === '') break;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

it('is a table that people and spreadsheets can read', () => {
  const headers = [
    { name: 'Content-Type', value: ['application/json'] },
    { name: 'X-Api-Key', value: [{ secret: 'key' }] },
  ];
  expect(table([webhook({ headers, payloadTemplate: ['{"a": "b, c"}'] })])).toBe(
    '\ufeffName,Enabled,Method,URL,Low,Medium,High,Cleared,Payload type,Headers,Payload template\r\n' +
      'Pager,yes,POST,https://a.example/<secret:pager-url>,no,yes,yes,yes,ALERT,' +
      '"Content-Type: application/json\nX-Api-Key: <secret:key>","{""a"": ""b, c""}"\r\n',
  );
});

it.each([
  ['=HYPERLINK("http://evil.example")', `'=HYPERLINK("http://evil.example")`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['\n@x', "'\n@x"],
  ['＝1', "'＝1"],
  ['a=1', 'a=1'],
  ['Pager - night', 'Pager - night'],
])('does not hold %j as a formula', (name, shown) => {
  expect(cellsOf(table([webhook({ name })]).slice(1))[1]?.[0]).toBe(shown);
});

it('holds every text whole, whatever it is made of', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom('"', ',', '\r', '\n', 'a', ' ')).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (names) => {
      const rows = cellsOf(table(names.map((name) => webhook({ name }))).slice(1));
      expect(rows.slice(1).map(([name]) => name?.replace(/^'/, ''))).toEqual(
        names.map((name) => name.replace(/^'/, '')),
      );
      expect(rows.every((row) => row.length === 11)).toBe(true);
    }),
  );
});
