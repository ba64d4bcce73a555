import { characterName } from '../characters.ts';
import { lineAndColumn } from '../line-and-column.ts';

/** What stands in the way of a text being JSON. */
export type FaultKind =
  /** A value is missing. */
  | 'value'
  /** A member's name in double quotes is missing. */
  | 'name'
  | 'colon'
  /** A comma or the end of the object or list is missing. */
  | 'comma'
  /** The JSON is over, and there is more text. */
  | 'end'
  /** A bare word that is no number, true, false or null. */
  | 'word'
  /** Text in single quotes. */
  | 'single-quotes'
  /** Text whose double quotes are never closed. */
  | 'open-text'
  /** A line break or another control character within double quotes. */
  | 'control'
  /** A backslash that begins none of JSON's escapes. */
  | 'escape'
  /** A line break within a value, where each line is a value of its own (JSON Lines). */
  | 'line'
  /** “Text” in typographic quotes. */
  | 'typographic-quotes'
  /** A blank that JSON does not know as white space, such as a no-break space. */
  | 'strange-space'
  /** A character without width between the pieces of JSON. */
  | 'invisible';

/** Where a text stops being JSON. Offsets are in UTF-16 code units, `end` exclusive. */
export interface JsonFault {
  readonly kind: FaultKind;
  readonly at: number;
  /** Behind what is at fault; `at` itself where the text is over. */
  readonly end: number;
}

/** What is at fault, for people, without a full stop. */
export const jsonFaultWords: Readonly<Record<FaultKind, string>> = {
  value: 'a value is missing',
  name: 'a name in double quotes is missing',
  colon: 'a colon is missing behind the name',
  comma: 'a comma or a closing bracket is missing',
  end: 'there is more text behind the end of the JSON',
  word: 'this is neither text in double quotes nor a number, true, false or null',
  'single-quotes': 'text stands in single quotes, where JSON has double quotes',
  'open-text': 'the double quotes that begin here are never closed',
  control: 'a line break or another control character stands within double quotes',
  escape: 'a backslash stands here that JSON does not know; write it twice',
  line: 'a line ends within a value, and each line must be complete JSON',
  'typographic-quotes': 'this is a typographic quote; JSON needs straight double quotes',
  'strange-space': 'JSON allows only plain spaces, tabs and line breaks here',
  invisible: 'JSON allows no such character here',
};

/** What is at fault and where, for people, without a full stop: `line 2, column 5: a value is missing`. */
export function describeFault(text: string, fault: JsonFault): string {
  const { line, column } = lineAndColumn(text, fault.at);
  return `line ${line}, column ${column}: ${describeKind(text, fault)}`;
}

/** What is at fault, for people, without a full stop. */
export function describeKind(text: string, { kind, at }: JsonFault): string {
  const isCharacter = kind === 'strange-space' || kind === 'invisible';
  const words = jsonFaultWords[kind];
  return isCharacter ? `${characterName(text.codePointAt(at) ?? 0)}; ${words}` : words;
}
