import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDepth, maxFileBytes, maxRows } from '../bundle-limits.ts';
import {
  choices,
  decideBundleRows,
  exported,
  kindOf,
  lifeLike,
  read,
  readable,
  rewritten,
  sourceOf,
  target,
} from '../testing/bundles.ts';
import { bundleFileName } from '../format.ts';
import { type DecodedFile, decodeFile } from './decode-file.ts';
import { fileFaultInWords } from './file-fault.ts';

const head = '{\n  "format": "hookdesk-bundle",\n  "version": "1.0"';
const file = (webhooks: string, rest = ''): string =>
  `${head}${rest},\n  "webhooks": ${webhooks}\n}`;
const refusal = (text: string): string => {
  const reading = read(text);
  return reading.kind === 'unreadable' ? fileFaultInWords(reading.fault) : reading.kind;
};

describe('a file is refused with a reason and a place', () => {
  it.each<[string, () => string, RegExp]>([
    ['nothing', () => '', /^Line 1, column 1: It is not JSON/],
    ['no JSON', () => '{"format"', /not JSON: a colon is missing/],
    ['a web page', () => '<!doctype html>', /not JSON/],
    ['a number', () => '7', /neither a bundle/],
    [
      'another format',
      () => '{"format": "hookdesk-connections", "version": 1}',
      /neither a bundle/,
    ],
    ['another list', () => '[{"name": "a"}]', /neither a bundle/],
    ['an empty list', () => '[]', /empty/],
    ['NaN', () => file('[{"name": NaN}]'), /^Line 4, column 25: It is not JSON/],
    ['a comment', () => file('[] // all'), /^Line 4, column 18: It is not JSON/],
    ['no version', () => '{"format": "hookdesk-bundle"}', /version is missing/],
    [
      'a version of another kind',
      () => head.replace('"1.0"', '{}') + '}',
      /^Line 3, column 14: version/,
    ],
    [
      'a newer major',
      () => file('[]').replace('1.0', '2.0'),
      /^Line 3, column 14: .*Update Hookdesk/,
    ],
    ['a much newer one', () => file('[]').replace('1.0', '9999.12'), /version 9999\.12/],
    ['an impossible one', () => file('[]').replace('1.0', '0.9'), /no version 0\.9/],
    ['no list of webhooks', () => file('{}'), /^Line 4, column 15: webhooks/],
    [
      '__proto__',
      () => file('[{"__proto__": {"name": "a"}}]'),
      /^Line 4, column 17: The name __proto__/,
    ],
    ['__proto__ in escapes', () => file('[{"__pr\\u006fto__": 1}]'), /The name __proto__/],
    [
      'constructor',
      () => file('[]', ',\n  "constructor": {}'),
      /The name constructor is not taken/,
    ],
    [
      'a name twice',
      () => file('[{"name": "a", "name": "b"}]'),
      /^Line 4, column 30: This name is there twice/,
    ],
    ['a name twice in escapes', () => file('[{"name": "a", "n\\u0061me": "b"}]'), /twice/],
    ['half of a character', () => file('[{"name": "a\ud83d"}]'), /^Line 4, column 27: Half/],
    ['half of one in escapes', () => file('[{"name": "\\uDE00"}]'), /^Line 4, column 25: Half/],
    ['half of one in a name', () => file('[{"\\ud83d": 1}]'), /Half/],
    ['a number beyond all', () => file('[{"name": "a", "x": 1e999}]'), /too large/],
    [
      'a huge id',
      () => file('[]', ',\n  "sources": [{"x": 12345678901234567890}]'),
      /^Line 4, column 21/,
    ],
    ['a number of many digits', () => file(`[${'9'.repeat(1_000_000)}]`), /too long/],
    ['depth', () => '['.repeat(100_000), new RegExp(`${maxDepth} levels`)],
    ['depth in a field', () => file(`[{"name": "a", "x": ${'{"a":'.repeat(100_000)}1`), /levels/],
    ['depth that is closed', () => '['.repeat(99_999) + ']'.repeat(99_999), /levels/],
    ['a million rows', () => `[${'{},'.repeat(1_000_000)}{}]`, /more than 100,000 webhooks/],
    ['a million rows in a bundle', () => file(`[${'{},'.repeat(maxRows)}{}]`), /webhooks/],
    [
      'millions of values elsewhere',
      () => file('[]', `,\n"x": [${'0,'.repeat(600_000)}0]`),
      /too many/,
    ],
    [
      'millions of values in one',
      () => file(`[{"name": "a", "x": [${'0,'.repeat(300_000)}0]}]`),
      /One webhook/,
    ],
    ['100 MiB of text', () => file(`[{"name": "${'x'.repeat(100 * 1024 * 1024)}"}]`), /64 MiB/],
  ])('%s', (_title, make, reason) => {
    expect(refusal(make())).toMatch(reason);
  });
});

describe('one webhook that cannot be read', () => {
  const good = '{"name": "good", "url": "https://a.example/"}';
  it.each<[string, string, RegExp]>([
    ['is no object', '7', /^Line 5, column 3: This must be an object\.$/],
    ['has no name', '{"url": "x"}', /^Line 5, column 3: name is missing\.$/],
    [
      'has its name under another one',
      '{"nmae": "x"}',
      /^Line 5, column 3: name is missing\. Is “nmae” meant to be it\?$/,
    ],
    [
      'has a text for a switch',
      '{"name": "a", "enabled": "yes"}',
      /: enabled must be true or false\.$/,
    ],
    ['has a number for a URL', '{"name": "a", "url": 7}', /: url must be a text, or a list of/],
    ['has a name of another kind', '{"name": 7}', /^Line 5, column 12: name/],
    [
      'has a header without a value',
      '{"name": "a",\n"headers": [{"name": "b"}]}',
      /^Line 6, column 13: headers\.0\.value/,
    ],
    [
      'has a secret with a path for a name',
      '{"name": "a", "url": [{"secret": "../x"}]}',
      /^Line 5, column 36: url/,
    ],
    [
      'has a wrong type of payload',
      '{"name": "a", "onlyVariantB": {"payloadType": "ALL"}}',
      /^Line 5, column 49: onlyVariantB\.payloadType must be ALERT or JOB\.$/,
    ],
  ])('because it %s does not affect the others', (_title, bad, reason) => {
    const { rows } = readable(file(`[\n  ${bad},\n  ${good}]`));
    const [first, second] = rows;
    expect(first?.content.kind === 'unreadable' && fileFaultInWords(first.content.fault)).toMatch(
      reason,
    );
    expect(second).toMatchObject({ key: 'good', content: { kind: 'webhook' } });
    const plan = decideBundleRows(rows, target('B', []), choices());
    expect(plan.map(kindOf)).toEqual(['blocked', 'create']);
  });

  it('is reported with its line, also in a file with 20,000 of them', () => {
    const { rows } = readable(file(`[\n${'{"url": 7},\n'.repeat(19_999)}{"url": 7}]`));
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)?.line).toBe(20_004);
  });

  it('of a raw list is reported with its line', () => {
    const { rows } = readable('[{"id": 1, "url": "a"},\n {"id": 12345678901234567890}]');
    const [, bad] = rows;
    expect(bad?.content.kind === 'unreadable' && fileFaultInWords(bad.content.fault)).toBe(
      'Line 2, column 9: id: a whole number was expected, not one too large to be exact.',
    );
  });
});

describe('the bytes of a file', () => {
  const text = file('[{"name": "Zürich 🔔"}]');
  const utf16 = (order: boolean): Uint8Array => {
    const units = new Uint8Array(2 * text.length + 2);
    const view = new DataView(units.buffer);
    for (const [at, unit] of [...`\ufeff${text}`.split('')].entries()) {
      view.setUint16(at * 2, unit.charCodeAt(0), order);
    }
    return units;
  };
  const utf8 = (from: string): Uint8Array => new TextEncoder().encode(from);
  const decodedText = (decoded: DecodedFile): string =>
    decoded.kind === 'text' ? decoded.text : JSON.stringify(decoded);

  it.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${text}`)],
    ['UTF-16, as PowerShell writes', utf16(true)],
    ['UTF-16 the other way round', utf16(false)],
  ])('are read as %s', (_title, bytes) => {
    expect(decodedText(decodeFile(bytes))).toBe(text);
  });

  it.each<[string, Uint8Array, DecodedFile]>([
    [
      'no text',
      new Uint8Array([0x61, 0x0a, 0xc3, 0x28]),
      { kind: 'unreadable', fault: { why: 'It is not text in UTF-8.', line: 2, column: 1 } },
    ],
    [
      'too much',
      new Uint8Array(maxFileBytes + 1),
      { kind: 'unreadable', fault: { why: 'It is larger than 64 MiB.', line: null, column: null } },
    ],
    ['age', utf8('age-encryption.org/v1\n-> scrypt'), { kind: 'encrypted', armored: false }],
    [
      'age as text',
      utf8('-----BEGIN AGE ENCRYPTED FILE-----\n'),
      { kind: 'encrypted', armored: true },
    ],
    ['cut off age', utf8('age-encryption.org/'), { kind: 'encrypted', armored: false }],
  ])('are recognized as %s', (_title, bytes, decoded) => {
    expect(decodeFile(bytes)).toEqual(decoded);
  });

  it('of UTF-16 without a byte order mark are refused', () => {
    const decoded = decodeFile(utf16(true).subarray(2));
    expect(decodedText(decoded)).toMatch(/It is not text in UTF-8/);
  });
});

it('reads a newer minor version, and writes its unknown fields back', () => {
  const { text } = exported([sourceOf('B', lifeLike('B', 3))]);
  const newer = text
    .replace('"version": "1.1"', '"version": "1.7",\n  "later": {\n    "b": [],\n    "a": 1\n  }')
    .replace('"enabled"', '"afterwards": "x",\n      "enabled"');
  const reading = readable(newer);
  if (reading.kind !== 'bundle') throw new Error('It is a bundle.');
  expect(reading.newer).toBe(true);
  expect(reading.rows.every(({ content }) => content.kind === 'webhook')).toBe(true);
  const written = rewritten(reading.bundle);
  expect(JSON.parse(written)).toEqual(JSON.parse(newer));
  expect(written.indexOf('"later"')).toBeGreaterThan(
    written.indexOf('"webhooks": [\n    {\n      "key"'),
  );
  const again = readable(written);
  expect(again.kind === 'bundle' && rewritten(again.bundle)).toBe(written);
});

it('a webhook name never puts the file into another folder', () => {
  const at = new Date('2030-01-02T03:04:05Z');
  expect(bundleFileName('../../etc/passwd', at)).toBe('etc-passwd-2030-01-02.hookdesk.json');
  expect(bundleFileName('C:\\con\0', at)).toBe('c-con-2030-01-02.hookdesk.json');
  expect(bundleFileName('…', at)).toBe('webhook-2030-01-02.hookdesk.json');
});

it('reads or refuses 10,000 damaged files without an error', () => {
  const texts = [
    exported([sourceOf('B', lifeLike('B', 4))]).text,
    JSON.stringify([
      { id: 1, name: 'a', url: 'https://a.example/', http_headers: [], low_alert: true },
    ]),
  ];
  const bits = fc.constantFrom(
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\n',
    '\0',
    '\ud800',
    '\\ud800',
    '1e400',
    '-',
    'null',
    '"__proto__":',
    '"name":"x",',
    '"webhooks":[],',
    '{}',
    '[[',
    '9'.repeat(20),
    '\ufeff',
    'ä🔔',
  );
  const edit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 40 }), bits);
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (text, edits) => {
        let damaged = text;
        for (const [where, length, bit] of edits) {
          const at = Math.floor(where * damaged.length);
          damaged = damaged.slice(0, at) + bit + damaged.slice(at + length);
        }
        const reading = read(damaged);
        if (reading.kind === 'encrypted') throw new Error('Nothing here is.');
        if (reading.kind === 'unreadable') {
          expect(reading.fault.why).not.toBe('');
          return;
        }
        const plan = decideBundleRows(
          reading.rows,
          target('B', []),
          choices({ removeOthers: true }),
        );
        expect(plan).toHaveLength(reading.rows.length);
        expect({}).not.toHaveProperty('name');
      },
    ),
    { numRuns: 10_000 },
  );
});
