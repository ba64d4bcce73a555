import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyDefinition } from '../../webhook/webhook.ts';
import { portableOf, type PortableWebhook } from '../portable-webhook.ts';
import { webhookCsv } from './webhook-csv.ts';

const webhook = (changes: Partial<PortableWebhook>): PortableWebhook => ({
  ...portableOf(emptyDefinition('B')),
  name: 'Pager',
  url: ['https://a.example/', { secret: 'pager-url' }],
  ...changes,
});

const table = (webhooks: readonly PortableWebhook[]): string => [...webhookCsv(webhooks)].join('');

/** Parses the cells of a CSV table (RFC 4180 §2). Every cell must be quoted. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 1;
  expect(csv[0], 'a byte order mark').toBe('\ufeff');
  while (at < csv.length) {
    expect(csv[at]).toBe('"');
    let cell = '';
    for (at += 1; csv[at] !== '"' || csv[at + 1] === '"'; at += 1) {
      if (at >= csv.length) throw new Error('A cell does not end');
      if (csv[at] === '"') at += 1;
      cell += csv[at] ?? '';
    }
    row.push(cell);
    at += 1;
    if (csv[at] === ',') {
      at += 1;
      continue;
    }
    expect(csv.slice(at, at + 2)).toBe('\r\n');
    at += 2;
    rows.push(row);
    row = [];
  }
  expect(row).toEqual([]);
  return rows;
}

it('writes a header row and one row for each webhook', () => {
  const headers = [
    { name: 'Content-Type', value: ['application/json'] },
    { name: 'X-Api-Key', value: [{ secret: 'key' }] },
  ];
  expect(table([webhook({ headers, payloadTemplate: ['{"a": "b, c"}'] })])).toBe(
    '\ufeff"Name","Enabled","Method","URL","Low","Medium","High","Cleared","Payload type",' +
      '"Headers","Payload template"\r\n' +
      '"Pager","yes","POST","https://a.example/<secret:pager-url>","no","yes","yes","yes","ALERT",' +
      '"Content-Type: application/json\nX-Api-Key: <secret:key>","{""a"": ""b, c""}"\r\n',
  );
});

it('leaves a cell empty that the installation does not report', () => {
  const missing = ['enabled', 'severities.low'];
  const [, row = []] = cellsOf(table([webhook({ enabled: false, missing })]));
  expect([row[1], row[4], row[5]]).toEqual(['', '', 'yes']);
});

const zeroWidth = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u3164', '\ufe0f'];
const whiteSpace = [' ', '\u00a0', '\u3000', '\u2028', '\v', '\0'];
const signs = Array.from('=+-@＝＋－＠﹦﹢﹣﹫\u2212');

it.each([
  '=HYPERLINK("http://evil.example")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '  =1',
  '\n@x',
  '\ta',
  '\ra',
  '\na',
  ' \ta',
  '\u200b\ta',
  '=',
  '\u200b \ufeff=1',
  '="a","=b"',
  ...signs.map((sign) => `${sign}1`),
  ...zeroWidth.flatMap((mark) => [`${mark}=1`, ` ${mark}@1`, `${mark}\r1`]),
  ...whiteSpace.map((space) => `${space}+1`),
  // NFKC maps this character to two equals signs.
  '\u2a751',
])('puts an apostrophe before %j', (name) => {
  expect(cellsOf(table([webhook({ name })]))[1]?.[0]).toBe(`'${name}`);
});

it.each(['a=1', 'Pager - night', '', ' a', '\u200ba', "'=1", '"=1"', '1-1', 'é', '🔔'])(
  'writes %j unchanged',
  (name) => {
    expect(cellsOf(table([webhook({ name })]))[1]?.[0]).toBe(name);
  },
);

it('puts an apostrophe before formulas in every column that a person writes', () => {
  const [, row = []] = cellsOf(
    table([
      webhook({
        name: '=1',
        method: '+1',
        url: ['@1'],
        headers: [{ name: '-1', value: ['a'] }],
        payloadTemplate: ['\u200b=1'],
      }),
    ]),
  );
  expect(row.filter((cell) => cell.startsWith("'"))).toEqual([
    "'=1",
    "'+1",
    "'@1",
    "'-1: a",
    "'\u200b=1",
  ]);
});

it('writes every text completely, and none as a formula', () => {
  const dangerous = fc
    .array(fc.constantFrom(...signs, ...zeroWidth, ...whiteSpace, ...Array.from('"\',\r\n\ta1')))
    .map((all) => all.join(''));
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), dangerous);
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 4 }), (pairs) => {
      const webhooks = pairs.map(([name, template]) =>
        webhook({ name, payloadTemplate: [template] }),
      );
      const [, ...rows] = cellsOf(table(webhooks));
      expect(rows.map((row) => row.length)).toEqual(pairs.map(() => 11));
      for (const [index, pair] of pairs.entries()) {
        const row = rows[index] ?? [];
        for (const [at, given] of [row[0] ?? '', row[10] ?? ''].entries()) {
          const original = pair[at] ?? '';
          expect([original, `'${original}`]).toContain(given);
          // A spreadsheet may ignore invisible characters.
          const visible = given.replaceAll(/[\p{Cc}\p{Cf}\p{Z}\p{M}\p{DI}]/gu, '');
          expect(visible.normalize('NFKC')).not.toMatch(/^[=+\-@\u2212]/);
          expect(given).not.toMatch(/^[\t\r\n]/);
        }
      }
    }),
    { numRuns: 500 },
  );
});
