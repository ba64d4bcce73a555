export interface TextPart {
  readonly text: string;
  readonly isMark: boolean;
}

/** Scripts whose words need the joiners U+200C and U+200D. */
const joiningLetter = `[${[
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mongolian',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')}]`;

/** Places where a hidden character is correct. Source: UAX #31 §2.3, UTS #51. */
const legitimate = [
  `(?<=${joiningLetter})[\\u200c\\u200d](?=${joiningLetter})`,
  // Emoji sequences, presentation selectors, keycaps and flags.
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}`,
  // Variants of an ideograph or of a Mongolian letter.
  String.raw`(?<=\p{Ideographic})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180f]`,
  // Arabic dates.
  String.raw`(?<=\p{Decimal_Number})\u200f(?=\/)`,
];

/** Controls, direction marks and overrides, zero-width characters, line separators. */
const hidden = String.raw`[\p{Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]`;
const anyHidden = new RegExp(hidden, 'u');
const hiddenOrLegitimate = new RegExp(`${legitimate.join('|')}|(?<hidden>${hidden})`, 'gu');

const markOf = (character: string): string =>
  `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;

export function textParts(text: string): TextPart[] {
  if (!anyHidden.test(text)) return [{ text, isMark: false }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { groups, index } of text.matchAll(hiddenOrLegitimate)) {
    const character = groups?.hidden;
    if (character === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMark: false });
    parts.push({ text: markOf(character), isMark: true });
    end = index + character.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMark: false });
  return parts;
}

/** Replaces each hidden character with a mark such as `‹U+202E›`. */
export const withMarks = (text: string): string =>
  textParts(text)
    .map((part) => part.text)
    .join('');

export const linesWithMarks = (text: string): string =>
  anyHidden.test(text) ? text.replace(/[^\n\t]+/g, withMarks) : text;

/** `undefined` if the text has no hidden characters. */
export function hiddenNote(text: string): string | undefined {
  const marks = new Set(textParts(text).flatMap((part) => (part.isMark ? [part.text] : [])));
  return marks.size === 0 ? undefined : `Contains hidden characters: ${[...marks].join(' ')}`;
}

/** Without isolation, these letters reorder the surrounding text. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const isShownAsItIs = (text: string): boolean =>
  !anyHidden.test(text) && !rightToLeft.test(text);
