import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Masking, mask, untagged } from '#domain/secrets/masking.ts';
import { byWord, inOneLayout, type Line, lineChanges, type Piece } from './text-differences.ts';

const inBrackets = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

describe('byWord', () => {
  it.each([
    [
      'https://hooks.acme.example/in/old',
      'https://hooks.acme.example/in/new',
      'https://hooks.acme.example/in/[old]',
      'https://hooks.acme.example/in/[new]',
    ],
    [
      'Alert %AlertName% on %DeviceName%',
      'Alert %AlertName% on %DeviceIP%',
      'Alert %AlertName% on [%DeviceName%]',
      'Alert %AlertName% on [%DeviceIP%]',
    ],
    [
      'one two three four five',
      'one 2 3 four five',
      'one [two three] four five',
      'one [2 3] four five',
    ],
    ['POST', 'PUT', '[POST]', '[PUT]'],
    ['Slack', 'Slack (night)', '[Slack]', '[Slack (night)]'],
    ['Slack operations', 'Slack operations night', 'Slack operations', 'Slack operations[ night]'],
    ['', 'x', '', '[x]'],
  ])('%j and %j', (before, after, old, now) => {
    const found = byWord(before, after);
    expect([inBrackets(found.before), inBrackets(found.after)]).toEqual([old, now]);
  });

  it('marks a masked secret that differs, and no other', () => {
    const url = (token: string) =>
      `https://hooks.acme.example/services/run?token=${token}&from=hookdesk`;
    const definitions = ['first-secret-value', 'other-secret-value'].map((token) => ({
      url: url(token),
      headers: [],
      payloadTemplate: url(token),
    }));
    const [before, after] = new Masking(definitions).payloads(
      url('first-secret-value'),
      url('other-secret-value'),
    );
    const found = byWord(before, after);
    for (const side of [found.before, found.after]) {
      expect(side.filter(({ isChanged }) => isChanged)).toEqual([{ text: mask, isChanged: true }]);
    }
  });

  it('loses and invents no character', () => {
    const text = fc
      .array(fc.constantFrom('a', 'word', ' ', '\n', '%Name%', mask, '{', '"', 'é', '😀', ''))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const found = byWord(before, after);
        const joined = (pieces: readonly Piece[]): string =>
          pieces.map((piece) => piece.text).join('');
        expect([joined(found.before), joined(found.after)]).toEqual([
          untagged(before),
          untagged(after),
        ]);
        if (before === after)
          expect([...found.before, ...found.after].some(({ isChanged }) => isChanged)).toBe(false);
      }),
    );
  });
});

const signs = { added: '+', deleted: '-', same: ' ' };
const lineInBrackets = ({ kind, pieces }: Line): string => signs[kind] + inBrackets(pieces);

describe('lineChanges', () => {
  it('marks the changed words of a line that replaces another one', () => {
    const lines = lineChanges(
      '{\n  "text": "Alert %AlertName%",\n  "level": 1\n}\n',
      '{\n  "text": "Alert %RuleName%",\n  "level": 1,\n  "more": 2\n}\n',
    );
    expect(lines.map(lineInBrackets)).toEqual([
      ' {',
      '-  "text": "Alert [%AlertName%]",',
      '-  "level": 1',
      '+  "text": "Alert [%RuleName%]",',
      '+  "level": 1[,]',
      '+  "more": 2',
      ' }',
    ]);
  });

  it('marks no words of a line that mostly differs', () => {
    expect(lineChanges('one\n', 'another text\n').map(lineInBrackets)).toEqual([
      '-one',
      '+another text',
    ]);
  });
});

describe('inOneLayout', () => {
  it('formats JSON of different layouts, with placeholders', () => {
    const formatted = (name: string): string => `{\n  "text": "${name}",\n  "level": %Level%\n}`;
    expect(inOneLayout('{"text":"a","level":%Level%}', formatted('b'))).toEqual([
      formatted('a'),
      formatted('b'),
    ]);
  });

  it.each([
    ['other texts', 'name=a', 'name=b'],
    ['JSON that is broken on one side', '{"a":1}', '{"a":1'],
    ['JSON that differs in white space only', '{"a":1}', '{ "a": 1 }'],
    ['formatted JSON', '{\n  "a": 1\n}', '{\n  "a": 2\n}'],
  ])('leaves %s as they are', (_title, before, after) => {
    expect(inOneLayout(before, after)).toBeNull();
  });
});
