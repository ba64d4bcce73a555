import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import table from '../../resources/template-vectors.json' with { type: 'json' };
import { parseTemplate, type TemplatePart, tokenNames } from './parse-template.ts';
import { renderTemplate, ruleSets } from './render-template.ts';

const printTemplate = (parts: readonly TemplatePart[]): string =>
  parts.map(({ text }) => text).join('');

describe.each(table.vectors)('$title', ({ template, values, tokens, plain, asObserved }) => {
  test('has these tokens', () => {
    expect(tokenNames(parseTemplate(template))).toEqual(tokens);
  });
  test('gives this payload under each rule set', () => {
    // Only the type of the table has `undefined` for absent keys.
    const given = Object.fromEntries(Object.entries<string | undefined>(values));
    const present = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const known = Object.fromEntries(present);
    expect(renderTemplate(template, known, 'plain')).toBe(plain);
    expect(renderTemplate(template, known, 'as-observed')).toBe(asObserved);
  });
});

/** Random sequences of percent signs, quotes and names. */
const heavy = fc
  .array(
    fc.constantFrom(
      '%',
      '%',
      '"',
      'a',
      'AlertID',
      '%AlertID%',
      '20',
      'C3',
      '%A9',
      '–',
      '\n',
      '\u{1f514}',
      '_',
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''));
const anything = fc.string({ unit: 'binary', maxLength: 40 });
const any = fc.oneof(heavy, anything);

test.each([
  ['full of percent signs', heavy],
  ['of any characters', anything],
])('the parts join to the template and have correct offsets: %s', (_title, texts) => {
  fc.assert(
    fc.property(texts, (template) => {
      const parts = parseTemplate(template);
      let end = 0;
      let before = '';
      for (const part of parts) {
        if (part.start !== end || part.end <= part.start) return false;
        if (template.slice(part.start, part.end) !== part.text) return false;
        if (part.kind === 'token' && part.text !== `%${part.name}%`) return false;
        if (part.kind === 'literal' && before === 'literal') return false;
        end = part.end;
        before = part.kind;
      }
      return end === template.length && printTemplate(parts) === template;
    }),
    { numRuns: 100_000 },
  );
});

test.each(ruleSets)('without tokens the payload is the template, $name', ({ name }) => {
  fc.assert(
    fc.property(any, (text) => {
      const template = printTemplate(parseTemplate(text).filter(({ kind }) => kind === 'literal'));
      fc.pre(tokenNames(parseTemplate(template)).length === 0);
      return renderTemplate(template, { AlertID: '1', a: '', A: '' }, name) === template;
    }),
    { numRuns: 10_000 },
  );
});

test('plain rendering replaces each token with its value', () => {
  const names = ['AlertID', 'a', '_'];
  fc.assert(
    fc.property(
      any,
      fc.dictionary(fc.constantFrom(...names), fc.string({ maxLength: 8 })),
      (template, values) => {
        const expected = parseTemplate(template)
          .map((part) => (part.kind === 'token' ? (values[part.name] ?? part.text) : part.text))
          .join('');
        expect(renderTemplate(template, values, 'plain')).toBe(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('values without quotes that are not empty render alike under every rule set', () => {
  const value = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !text.includes('"'));
  fc.assert(
    fc.property(any, fc.dictionary(fc.constantFrom('AlertID', 'a'), value), (template, values) => {
      expect(renderTemplate(template, values, 'as-observed')).toBe(
        renderTemplate(template, values, 'plain'),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('names of `Object.prototype` have no value', () => {
  const template = '%constructor% %toString% %__proto__%';
  expect(renderTemplate(template, {}, 'plain')).toBe(template);
});

describe('large templates are parsed and rendered in linear time', () => {
  test.each([
    ['percent signs', '%'.repeat(1024 * 1024)],
    ['a name that never ends', '%' + 'a'.repeat(1024 * 1024)],
    ['half URL escapes', '%C3%E2%82%F0%9F'.repeat(70_000)],
    ['names that nothing closes', '%a-'.repeat(350_000)],
    ['empty values in quotes', '"%AlertID%"'.repeat(95_000)],
  ])('%s', (_title, template) => {
    const parts = parseTemplate(template);
    expect(printTemplate(parts) === template).toBe(true);
    for (const { name } of ruleSets) {
      expect(renderTemplate(template, { AlertID: '' }, name).length).toBeLessThanOrEqual(
        template.length,
      );
    }
  });
});
