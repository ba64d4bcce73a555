/** Encoding of a value: plain, percent-encoded (RFC 3986) or escaped in JSON (RFC 8259). */
export type Encoding = 'plain' | 'percent' | 'json';

interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly encoding: Encoding;
}

const patterns: Readonly<Record<Encoding, (character: string) => string>> = {
  plain: exactly,
  percent: (character) => {
    const forms = [anyCase(percentForm(character))];
    if (character !== '%') forms.push(exactly(character));
    if (character === ' ') forms.push(exactly('+'));
    return `(?:${forms.join('|')})`;
  },
  json: (character) => {
    const forms = [unicodeEscape(character)];
    if (character !== '"' && character !== '\\') forms.push(exactly(character));
    if ('"\\/'.includes(character)) forms.push(exactly(`\\${character}`));
    return `(?:${forms.join('|')})`;
  },
};

const encoders: Readonly<Record<Encoding, (value: string) => string>> = {
  plain: (value) => value,
  percent: encodeURIComponent,
  json: (value) => JSON.stringify(value).slice(1, -1),
};

export const encodeAs = (value: string, encoding: Encoding): string => encoders[encoding](value);

export class ValueFinder {
  readonly #value: string;
  readonly #patterns = new Map<Encoding, RegExp>();

  constructor(value: string) {
    this.#value = value;
  }

  isIn(text: string, encodings: readonly Encoding[]): boolean {
    return encodings.some((encoding) =>
      encoding === 'plain'
        ? text.includes(this.#value)
        : this.#canBe(text, encoding) && this.#pattern(encoding).test(text),
    );
  }

  /** In their order, none inside another. */
  occurrences(text: string, encodings: readonly Encoding[]): Occurrence[] {
    const all = encodings
      .filter((encoding) => this.#canBe(text, encoding))
      .flatMap((encoding) =>
        [...text.matchAll(this.#pattern(encoding))].map(({ 0: { length }, index }) => ({
          start: index,
          end: index + length,
          encoding,
        })),
      );
    // Stable: the first encoding stays before others of the same place.
    all.sort((a, b) => a.start - b.start);
    let end = 0;
    return all.filter((each) => {
      if (each.start < end) return false;
      ({ end } = each);
      return true;
    });
  }

  /** Skips patterns for texts that hold no escape. */
  #canBe(text: string, encoding: Encoding): boolean {
    if (encoding === 'percent') return text.includes('%') || text.includes('+');
    return encoding !== 'json' || text.includes('\\');
  }

  #pattern(encoding: Encoding): RegExp {
    const known = this.#patterns.get(encoding);
    if (known !== undefined) {
      known.lastIndex = 0;
      return known;
    }
    const source = Array.from(this.#value, (each) => patterns[encoding](each)).join('');
    const pattern = new RegExp(source, 'gu');
    this.#patterns.set(encoding, pattern);
    return pattern;
  }
}

function exactly(text: string): string {
  return Array.from(text, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`).join('');
}

const percentForm = (character: string): string => {
  const encoded = encodeURIComponent(character);
  return encoded === character
    ? `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
    : encoded;
};

function unicodeEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) =>
    anyCase(character.charCodeAt(at).toString(16).padStart(4, '0')),
  );
  return units.map((unit) => `\\\\u${unit}`).join('');
}

const anyCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
