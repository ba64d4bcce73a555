export const typographicDouble = '“”„‟«»″';
export const typographicSingle = '‘’‚‛‹›′';

/** Blanks that are not white space in JSON. RFC 8259 §2. */
const strangeSpace = /^[\v\f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;
const invisible = /^[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]$/;

/** A character that looks like one of JSON, but is another one. */
export type OddCharacter = 'typographic-quotes' | 'strange-space' | 'invisible';

export function oddCharacter(character: string): OddCharacter | null {
  if (character === '' || (character > '\x0c' && character < '\x7f')) return null;
  if ((typographicDouble + typographicSingle).includes(character)) return 'typographic-quotes';
  if (strangeSpace.test(character)) return 'strange-space';
  return invisible.test(character) ? 'invisible' : null;
}

const names: ReadonlyMap<number, string> = new Map([
  [0x00a0, 'a no-break space'],
  [0x202f, 'a narrow no-break space'],
  [0x2007, 'a figure space, which does not break,'],
  [0xfeff, 'an invisible byte order mark'],
  [0x200b, 'an invisible zero-width space'],
  [0x00ad, 'an invisible soft hyphen'],
]);

export function characterName(code: number): string {
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  const kind = strangeSpace.test(String.fromCodePoint(code)) ? 'an unusual space' : null;
  return `${names.get(code) ?? kind ?? 'an invisible character'} (U+${hex})`;
}
