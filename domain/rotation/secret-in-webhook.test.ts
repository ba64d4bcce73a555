import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDefinition, type WebhookDefinition } from '../webhook/webhook.ts';
import {
  placeInWords,
  refusedNewValue,
  refusedValue,
  SecretInWebhook,
  shownRotation,
} from './secret-in-webhook.ts';

const webhook = (given: Partial<WebhookDefinition>): WebhookDefinition => ({
  ...emptyDefinition('B'),
  headers: [],
  ...given,
});
const header = (value: string, name = 'Authorization') => ({ id: 1, name, value });

const basic = (text: string, charset: BufferEncoding = 'utf8'): string =>
  `Basic ${Buffer.from(text, charset).toString('base64')}`;

const secret = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 30, unit: 'grapheme-ascii' }),
    fc.string({
      minLength: 8,
      maxLength: 12,
      unit: fc.constantFrom('a', 'b', '"', '\\', '%', '/'),
    }),
    fc.string({ minLength: 8, maxLength: 20, unit: 'grapheme' }),
  )
  .filter((value) => refusedValue(value) === null);

const writings: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => JSON.stringify(value).slice(1, -1),
  (value) => encodeURIComponent(value),
  (value) => encodeURIComponent(value).replace(/%../g, (found) => found.toLowerCase()),
];
const written = (value: string): fc.Arbitrary<string> =>
  fc.constantFrom(...writings).map((write) => write(value));

/** Two values, and a webhook with the first one in random places and encodings. */
const rotation = fc.tuple(secret, secret).chain(([old, next]) => {
  const text = fc
    .array(fc.oneof(fc.string({ maxLength: 8 }), written(old), written(next)), { maxLength: 5 })
    .map((parts) => parts.join(''));
  return fc.record({
    old: fc.constant(old),
    next: fc.constant(next),
    definition: fc
      .record({
        url: text,
        payloadTemplate: text,
        headers: fc.array(
          fc
            .tuple(text, fc.boolean())
            .map(([value, isBasic]) => header(isBasic ? basic(`ops:${value}`) : value)),
          { maxLength: 2 },
        ),
      })
      .map(webhook),
  });
});

describe('a replaced secret', () => {
  it('does not occur afterwards, or nothing is replaced', () => {
    fc.assert(
      fc.property(rotation, ({ old, next, definition }) => {
        fc.pre(refusedNewValue(next, old) === null);
        const found = new SecretInWebhook(old);
        const after = found.replaced(definition, next);
        if (after === null) return;
        expect(found.places(after)).toEqual([]);
        expect(JSON.stringify(after.headers)).not.toContain(JSON.stringify(old).slice(1, -1));
        expect(after.url).not.toContain(encodeURIComponent(old));
        expect(after.payloadTemplate).not.toContain(old);
      }),
      { numRuns: 500 },
    );
  });

  it('changes no webhook without it, and no other field', () => {
    fc.assert(
      fc.property(rotation, ({ old, next, definition }) => {
        const found = new SecretInWebhook(old);
        const after = found.replaced(definition, next);
        if (found.places(definition).length === 0) expect(after).toEqual(definition);
        const { url, headers, payloadTemplate } = definition;
        if (after !== null) {
          expect({ ...after, url, headers, payloadTemplate }).toEqual(definition);
        }
      }),
    );
  });

  it('is restored by the reverse replacement', () => {
    const word = fc.string({
      minLength: 8,
      maxLength: 20,
      unit: fc.constantFrom(...Array.from('QRSTUV')),
    });
    const around = fc.string({
      maxLength: 20,
      unit: fc.constantFrom(...Array.from('abc =&"\\{}:,%/')),
    });
    fc.assert(
      fc.property(word, word, around, around, (old, next, before, after) => {
        fc.pre(refusedNewValue(next, old) === null && refusedNewValue(old, next) === null);
        const text = `${before}${old}${after}`;
        const headers = [header(text), header(basic(text))];
        const definition = webhook({ url: text, payloadTemplate: text, headers });
        const rotated = new SecretInWebhook(old).replaced(definition, next);
        expect(rotated?.payloadTemplate).toBe(`${before}${next}${after}`);
        expect(rotated && new SecretInWebhook(next).replaced(rotated, old)).toEqual(definition);
      }),
    );
  });

  it('keeps the encoding of its place', () => {
    const old = 'a/b "c" d%';
    const next = 'x&y "z"\\';
    const definition = webhook({
      url: `https://a.example/${encodeURIComponent(old)}?t=a%2fb+%22c%22+d%25`,
      payloadTemplate: `{"key": ${JSON.stringify(old)}, "slash": "a\\/b \\u0022c\\u0022 d%"}`,
      headers: [header(`Bearer ${old}`)],
    });
    expect(new SecretInWebhook(old).replaced(definition, next)).toEqual({
      ...definition,
      url: `https://a.example/${encodeURIComponent(next)}?t=${encodeURIComponent(next)}`,
      payloadTemplate: `{"key": ${JSON.stringify(next)}, "slash": ${JSON.stringify(next)}}`,
      headers: [header(`Bearer ${next}`)],
    });
  });

  it.each([
    ['{"key": "old-value"}', '{"key": "n\\"ew&"}'],
    ['key: old-value', 'key: n"ew&'],
  ])('is escaped in JSON only: %s', (payloadTemplate, expected) => {
    const url = 'https://a.example/?key=old-value';
    const definition = webhook({ url, payloadTemplate });
    expect(new SecretInWebhook('old-value').replaced(definition, 'n"ew&')).toMatchObject({
      url: 'https://a.example/?key=n%22ew%26',
      payloadTemplate: expected,
    });
  });

  it('is not replaced if the new value and the text around it form the old value', () => {
    const definition = webhook({ headers: [header('abcdabcdabcd')] });
    expect(new SecretInWebhook('abcdabcd').replaced(definition, 'abcd')).toBeNull();
  });

  it('is searched quickly among many backslashes', { tags: 'slow' }, () => {
    const found = new SecretInWebhook(`${'\\'.repeat(1_000)}x`);
    const payloadTemplate = `{"a": "${'\\'.repeat(20_000)}y"}`;
    expect(found.places(webhook({ payloadTemplate }))).toEqual([]);
  });
});

describe('a secret inside the Base64 of Basic credentials', () => {
  it.each([
    ['a password', basic('ops:old-value'), basic('ops:nèw-"value"')],
    ['a part of it', basic('ops:x-old-value-y'), basic('ops:x-nèw-"value"-y')],
    ['in Latin-1', basic('müller:old-value', 'latin1'), basic('müller:nèw-"value"', 'latin1')],
    ['another case', basic('o:old-value').replace('Basic', 'basic'), null],
    ['without padding', basic('o:old-value').replace(/=+$/, ''), basic('o:nèw-"value"')],
  ])('is found and replaced: %s', (_, value, expected) => {
    const definition = webhook({ headers: [header(value)] });
    const found = new SecretInWebhook('old-value');
    expect(found.places(definition).map(placeInWords)).toEqual([
      'header Authorization (inside Base64)',
    ]);
    const after = found.replaced(definition, 'nèw-"value"');
    if (expected !== null) expect(after?.headers).toEqual([header(expected)]);
    expect(after && found.places(after)).toEqual([]);
    const shown = shownRotation(definition, after ?? definition, 'old-value', 'nèw-"value"');
    expect(shown.map((each) => each.shown)).toEqual([
      `${value.slice(0, 6)}(old value) inside Base64`,
      `${value.slice(0, 6)}(new value) inside Base64`,
    ]);
  });

  it('is written in UTF-8 where Latin-1 lacks a character', () => {
    const definition = webhook({ headers: [header(basic('müller:old-value', 'latin1'))] });
    const after = new SecretInWebhook('old-value').replaced(definition, '秘密の値');
    expect(after?.headers).toEqual([header(basic('müller:秘密の値'))]);
  });

  it.each(['Basic old-valu', 'Basic b2xkLXZhbHVl!', 'Bearer b3BzOm9sZC12YWx1ZQ=='])(
    'is not found in %s',
    (value) => {
      const definition = webhook({ headers: [header(value)] });
      expect(new SecretInWebhook('old-value').places(definition)).toEqual([]);
    },
  );
});

it('names the places of a secret', () => {
  const value = 'hunter2-hunter2';
  const definition = webhook({
    url: `https://a.example/${value}`,
    headers: [header(value, 'X-Api-Key'), header('other')],
    payloadTemplate: `{"a": "${value}"}`,
  });
  const places = new SecretInWebhook(value).places(definition).map(placeInWords);
  expect(places).toEqual(['URL', 'header X-Api-Key', 'payload template']);
});

it('shows neither the old nor the new value', () => {
  const [old, next] = ['hunter2-hunter2', 'next-"value"-9'];
  const before = webhook({
    url: `https://a.example/${old}`,
    headers: [header(`Bearer ${old}`), header(next)],
    payloadTemplate: `{"a": "${old}"}`,
  });
  const after = new SecretInWebhook(old).replaced(before, next) ?? before;
  const shown = shownRotation(before, after, old, next);
  expect(shown.map((each) => each.shown)).toEqual([
    'https://a.example/(old-value)',
    '{"a": "(old value)"}',
    'Bearer (old value)',
    '(new value)',
    'https://a.example/(new-value)',
    '{"a": "(new value)"}',
    'Bearer (new value)',
    '(new value)',
  ]);
});

describe('refused values', () => {
  it.each([
    ['short', 'fewer than 8'],
    ['x'.repeat(4_097), 'more than 4,096'],
    ['line\nbreak-in-it', 'line break'],
    ['half-a-pair-\ud800', 'no header can hold'],
  ])('%j', (value, words) => {
    expect(refusedValue(value)?.message).toContain(words);
  });

  it.each([
    ['', 'missing'],
    ['old-value', 'equals'],
    ['new-old-value', 'contains'],
  ])('%j as a new value', (value, words) => {
    expect(refusedNewValue(value, 'old-value')?.message).toContain(words);
  });
});
