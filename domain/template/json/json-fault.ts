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
  | 'escape';

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
};

/** What is at fault and where, for people, without a full stop: `line 2, column 5: a value is missing`. */
export function describeFault(text: string, fault: JsonFault): string {
  let line = 1;
  let begin = 0;
  for (;;) {
    const next = text.indexOf('\n', begin) + 1;
    if (next === 0 || next > fault.at) break;
    line += 1;
    begin = next;
  }
  return `line ${line}, column ${fault.at - begin + 1}: ${jsonFaultWords[fault.kind]}`;
}
