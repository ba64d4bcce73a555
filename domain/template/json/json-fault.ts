import { characterName } from '../characters.ts';
import { lineAndColumn } from '../line-and-column.ts';

export const jsonFaultWords = {
  value: 'a value is missing',
  name: 'a name in double quotes is missing',
  colon: 'a colon is missing after the name',
  comma: 'a comma or a closing bracket is missing',
  end: 'there is more text after the end of the JSON',
  word: 'expected text in double quotes, a number, true, false or null',
  'single-quotes': 'text is in single quotes; JSON needs double quotes',
  'open-text': 'the double quotes that begin here are never closed',
  control: 'a line break or another control character is inside double quotes',
  escape: 'unknown escape with a backslash; write the backslash twice',
  /** Only in JSON Lines. */
  line: 'a line ends within a value, and each line must be complete JSON',
  'typographic-quotes': 'this is a typographic quote; JSON needs straight double quotes',
  'strange-space': 'JSON allows only plain spaces, tabs and line breaks here',
  invisible: 'JSON allows no such character here',
};

export type FaultKind = keyof typeof jsonFaultWords;

/** UTF-16 offsets. `end` is exclusive; it equals `at` when the text ends too early. */
export interface JsonFault {
  readonly kind: FaultKind;
  readonly at: number;
  readonly end: number;
}

export function describeFault(text: string, fault: JsonFault): string {
  const { line, column } = lineAndColumn(text, fault.at);
  return `line ${line}, column ${column}: ${describeKind(text, fault)}`;
}

export function describeKind(text: string, { kind, at }: JsonFault): string {
  const isCharacter = kind === 'strange-space' || kind === 'invisible';
  const words = jsonFaultWords[kind];
  return isCharacter ? `${characterName(text.codePointAt(at) ?? 0)}; ${words}` : words;
}
