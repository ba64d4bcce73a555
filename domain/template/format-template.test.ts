import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTemplate } from './format-template.ts';
import { parseTemplate } from './parse-template.ts';
import { renderTemplate, ruleSets } from './render-template.ts';
import { sampleValues } from './samples.ts';
import { scenarios } from './scenarios.ts';

const formatted = (template: string): string => {
  const found = formatTemplate(template);
  if (found.kind !== 'formatted') throw new Error(found.message);
  return found.text;
};

const tokensOf = (template: string): string[] =>
  parseTemplate(template).flatMap((part) => (part.kind === 'token' ? [part.text] : []));

describe('the formatted text of', () => {
  test.each([
    ['{}', '{}'],
    [' [ ] ', '[]'],
    ['{"a":{},"b":[ ]}', '{\n  "a": {},\n  "b": []\n}'],
    ['[1,[2,"x"]]', '[\n  1,\n  [\n    2,\n    "x"\n  ]\n]'],
    ['{"id":%AlertID%,"n":"%AlertName%"}', '{\n  "id": %AlertID%,\n  "n": "%AlertName%"\n}'],
    ['{%Key%:1}', '{\n  %Key%: 1\n}'],
    ['{%Members%,"a":1}', '{\n  %Members%,\n  "a": 1\n}'],
    ['[1%AlertID%,%AlertID%%AgentID%]', '[\n  1%AlertID%,\n  %AlertID%%AgentID%\n]'],
    ['%AlertID%', '%AlertID%'],
    ['"%AlertName% \\u00e9\\/"', '"%AlertName% \\u00e9\\/"'],
    ['[1e3,12345678901234567890,1.0,-0]', '[\n  1e3,\n  12345678901234567890,\n  1.0,\n  -0\n]'],
    ['{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
    ['["100%", "%20", "{ : , }"]', '[\n  "100%",\n  "%20",\n  "{ : , }"\n]'],
  ])('%s', (template, expected) => {
    expect(formatted(template)).toBe(expected);
  });
});

describe('a template that is not formatted', () => {
  test.each([
    ['', 'empty', null],
    [' \n', 'empty', null],
    ["{'text': '%AlertName%'}", 'single quotes', 1],
    ['%AlertName% is down', 'more text after the end', 12],
    ['{"a": 1,}', 'line 1, column 9: a name', 8],
    ['<alert id="%AlertID%"/>', 'line 1, column 1', 0],
    ['['.repeat(101) + ']'.repeat(101), 'deeper than 100 levels', null],
    ['['.repeat(200_000), 'a value is missing', 200_000],
  ])('%.40s', (template, says, at) => {
    const found = formatTemplate(template);
    expect(found).toMatchObject({ kind: 'not-json', at });
    expect(found.kind === 'not-json' && found.message).toContain(says);
  });
});

/** JSON with tokens in quotes, and without quotes wherever tokens can occur. */
const space = fc.constantFrom('', '', ' ', '\n', '\t  ');
const token = fc.constantFrom(
  '%AlertID%',
  '%AlertName%',
  '%OldState%',
  '%DatabaseName%',
  '%AlertInfo%',
  '%CurrentValue%',
  '%Parameters%',
  '%Unknown%',
  '%alertid%',
);
const piece = fc.oneof(
  token,
  fc.constantFrom(
    'a',
    ' ',
    '%',
    '100%',
    '%20',
    '\\n',
    '\\"',
    '\\u00e9',
    '\u{1f514}',
    '{',
    ',',
    ':',
  ),
);
const quoted = fc.array(piece, { maxLength: 5 }).map((pieces) => `"${pieces.join('')}"`);
const scalar = fc.oneof(
  quoted,
  fc.constantFrom('0', '-1.50', '1e3', '9007199254740993', 'true', 'null', '""'),
  token,
  fc.tuple(fc.constantFrom('1', '', '0.'), token, fc.constantFrom('', '0')).map((t) => t.join('')),
);
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc
      .tuple(
        space,
        fc.array(
          fc.tuple(tie('value'), space).map((t) => t.join('')),
          { maxLength: 4 },
        ),
      )
      .map(([gap, items]) => `[${gap}${items.join(`,${gap}`)}]`),
    fc
      .tuple(
        space,
        fc.array(fc.tuple(fc.oneof(quoted, token), space, tie('value')), { maxLength: 4 }),
      )
      .map(
        ([gap, members]) =>
          `{${gap}${members.map(([name, s, item]) => `${name}${s}:${gap}${item}`).join(`${gap},`)}}`,
      ),
  ),
}));

test('a second formatting changes nothing, and the tokens keep their order', () => {
  fc.assert(
    fc.property(value, (template) => {
      const once = formatted(template);
      expect(formatted(once)).toBe(once);
      expect(tokensOf(once)).toEqual(tokensOf(template));
    }),
    { numRuns: 3_000 },
  );
});

test('formatting keeps the meaning of the payload in every scenario and rule set', () => {
  const parsed = (payload: string): { json: unknown } | null => {
    try {
      return { json: JSON.parse(payload) };
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  };
  fc.assert(
    fc.property(value, (template) => {
      const after = formatted(template);
      for (const { name } of scenarios) {
        const values = sampleValues(name, [], {});
        for (const rules of ruleSets) {
          const before = parsed(renderTemplate(template, values, rules.name));
          expect(parsed(renderTemplate(after, values, rules.name))).toEqual(before);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test('formatting changes only white space outside of quotes', () => {
  const bare = (json: string): string =>
    json.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/gs, (part) => (part.startsWith('"') ? part : ''));
  fc.assert(
    fc.property(value, (template) => {
      expect(bare(formatted(template))).toBe(bare(template));
    }),
    { numRuns: 1_000 },
  );
});

test('formatting never throws for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const found = formatTemplate(text);
      if (found.kind === 'not-json' && found.at !== null) {
        expect(found.at).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 2_000 },
  );
});
