import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTemplate, type TokenPart } from '../parse-template.ts';
import { describeFault, type JsonAtom, jsonFault, templateFault } from './scan-json.ts';

const tokensOf = (template: string): TokenPart[] =>
  parseTemplate(template).filter((part) => part.kind === 'token');

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};

/** Random sequences of valid and invalid pieces of JSON. */
const pieces = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '"a"',
      '"a":',
      '\\',
      '\\n',
      '\\u00e9',
      '\\u12',
      '1',
      '-',
      '0',
      '01',
      '.5',
      '1e5',
      'E+',
      'true',
      'null',
      'nul',
      ' ',
      '\n',
      '\t',
      '\0',
      "'",
      '{}',
      '[]',
      '[1]',
      '{"a":1}',
      '%',
      '%A%',
      '\u{1f514}',
      '\ud83d',
      '\u2028',
      '\ufeff',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const nearJson = fc.tuple(fc.json(), fc.nat(), pieces).map(([json, at, piece]) => {
  const place = at % (json.length + 1);
  return json.slice(0, place) + piece + json.slice(place + (at % 3));
});

test('agrees with JSON.parse on what is JSON', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(fc.oneof(pieces, nearJson, fc.json()), (text) => {
      expect(jsonFault(text) === null).toBe(isJson(text));
    }),
    { numRuns: 30_000 },
  );
});

test('reports a place inside the text', () => {
  fc.assert(
    fc.property(fc.oneof(pieces, nearJson), (text) => {
      const fault = jsonFault(text);
      fc.pre(fault !== null);
      expect(fault.at).toBeGreaterThanOrEqual(0);
      expect(fault.end).toBeGreaterThanOrEqual(fault.at);
      expect(fault.end).toBeLessThanOrEqual(text.length);
      expect(describeFault(text, fault)).toMatch(/^line \d+, column \d+: /);
    }),
    { numRuns: 5_000 },
  );
});

describe('a fault', () => {
  test.each([
    ['', 'value', 0],
    ['  ', 'value', 2],
    ['[1,]', 'value', 3],
    ['{"a":}', 'value', 5],
    ['{"a":1,}', 'name', 7],
    ['{a:1}', 'name', 1],
    ['{1:1}', 'name', 1],
    ['{"a" 1}', 'colon', 5],
    ['[1 2]', 'comma', 3],
    ['["a""b"]', 'comma', 4],
    ['{"a":1 "b":2}', 'comma', 7],
    ['[1}', 'comma', 2],
    ['[1', 'comma', 2],
    ['{} x', 'end', 3],
    ['[NaN]', 'word', 1],
    ['[01]', 'word', 1],
    ['[#]', 'word', 1],
    ["{'a': 1}", 'single-quotes', 1],
    ["['a']", 'single-quotes', 1],
    ['"abc', 'open-text', 0],
    ['"a\nb"', 'control', 2],
    ['"C:\\data"', 'escape', 3],
    ['"\\u00g0"', 'escape', 1],
    ['"a\\', 'escape', 2],
  ])('in %j: %s at %i', (text, kind, at) => {
    expect(jsonFault(text)).toMatchObject({ kind, at });
  });

  test('is described with its line and column', () => {
    const text = '{\n  "a": 1,\n  "b" 2\n}';
    const fault = jsonFault(text);
    expect(fault && describeFault(text, fault)).toBe(
      'line 3, column 7: a colon is missing after the name',
    );
  });
});

describe('in a template', () => {
  const atoms = (template: string): [string, JsonAtom['role'], boolean][] => {
    const found: [string, JsonAtom['role'], boolean][] = [];
    const fault = templateFault(template, tokensOf(template), {
      mark: () => undefined,
      atom: ({ start, end, role, bare }) => found.push([template.slice(start, end), role, bare]),
    });
    expect(fault).toBeNull();
    return found;
  };

  test.each<[string, ReturnType<typeof atoms>]>([
    ['%A%', [['%A%', 'value', true]]],
    [
      '["%A%", "x %B% y"]',
      [
        ['"%A%"', 'value', false],
        ['"x %B% y"', 'value', false],
      ],
    ],
    [
      '{"a": %A%}',
      [
        ['"a"', 'name', false],
        ['%A%', 'value', true],
      ],
    ],
    [
      '{%A% : 1}',
      [
        ['%A%', 'name', true],
        ['1', 'value', false],
      ],
    ],
    [
      '{%A%, %B% }',
      [
        ['%A%', 'members', true],
        ['%B%', 'members', true],
      ],
    ],
    [
      '[1%A%2, %A%%B%]',
      [
        ['1%A%2', 'value', true],
        ['%A%%B%', 'value', true],
      ],
    ],
    ['["x"%A%"y"]', [['"x"%A%"y"', 'value', true]]],
    ['["%"]', [['"%"', 'value', false]]],
  ])('%s has these atoms', (template, expected) => {
    expect(atoms(template)).toEqual(expected);
  });

  test.each([
    ["['%A%']", 'single-quotes', 1],
    ['[50%]', 'comma', 3],
    ['[%A% %B%]', 'comma', 5],
    ['{"a": %A}', 'word', 6],
    ['%A% is down', 'end', 4],
  ])('%s has a fault: %s at %i', (template, kind, at) => {
    expect(templateFault(template, tokensOf(template))).toMatchObject({ kind, at });
  });
});

describe('large texts are scanned in linear time, without a stack overflow', () => {
  test.each([
    ['brackets', '['.repeat(500_000)],
    ['brackets that close', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['objects', '{"a":'.repeat(200_000)],
    ['quotes', '"'.repeat(500_000)],
    ['backslashes', '"' + '\\'.repeat(500_000)],
    ['digits', '1'.repeat(500_000)],
    ['digits and points', '1.'.repeat(250_000)],
    ['percent signs', '%'.repeat(500_000)],
    ['glued tokens', '%A%'.repeat(200_000)],
  ])('%s', (_title, text) => {
    expect(jsonFault(text) === null).toBe(isJson(text));
    templateFault(text, tokensOf(text));
  });
});
