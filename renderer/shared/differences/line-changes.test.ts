import { describe, expect, it } from 'vitest';
import { inOneLayout, type Line, lineChanges } from './line-changes.ts';

const signs = { added: '+', deleted: '-', same: ' ' };
const inBrackets = ({ kind, pieces }: Line): string =>
  signs[kind] + pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

describe('lineChanges', () => {
  it('marks the changed words of a line that replaces another one', () => {
    const lines = lineChanges(
      '{\n  "text": "Alert %AlertName%",\n  "level": 1\n}\n',
      '{\n  "text": "Alert %RuleName%",\n  "level": 1,\n  "more": 2\n}\n',
    );
    expect(lines.map(inBrackets)).toEqual([
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
    expect(lineChanges('one\n', 'another text\n').map(inBrackets)).toEqual([
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
