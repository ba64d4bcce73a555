import { type ShownAs, shownAsOf } from '../publishing/shown-as.ts';
import { base64Of } from '../text/base64.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';

/** A part of a webhook that has the secret. */
type SecretPlace =
  | { readonly kind: 'header'; readonly name: string; readonly isInBase64: boolean }
  | { readonly kind: 'url' }
  | { readonly kind: 'template' };

type PlaceKind = SecretPlace['kind'];

const encodingsByPlace: Readonly<Record<PlaceKind, readonly Encoding[]>> = {
  header: ['plain'],
  url: ['plain', 'percent'],
  template: ['plain', 'json', 'percent'],
};

/** Finds and replaces one secret value in webhooks, in each encoding that its place can have. */
export class SecretInWebhook {
  readonly #value: string;
  readonly #finder: ValueFinder;

  constructor(value: string) {
    this.#value = value;
    this.#finder = new ValueFinder(value);
  }

  isIn(text: string, kind: PlaceKind): boolean {
    return (
      this.#finder.isIn(text, encodingsByPlace[kind]) || this.#credentialsIn(text, kind) !== null
    );
  }

  places({ url, headers, payloadTemplate }: WebhookDefinition): SecretPlace[] {
    const places: SecretPlace[] = [];
    if (this.isIn(url, 'url')) places.push({ kind: 'url' });
    for (const { name, value } of headers) {
      if (!this.isIn(value, 'header')) continue;
      const isInBase64 = this.#credentialsIn(value, 'header') !== null;
      places.push({ kind: 'header', name, isInBase64 });
    }
    if (this.isIn(payloadTemplate, 'template')) places.push({ kind: 'template' });
    return places;
  }

  /**
   * The definition with the new value. `null` when the new value and the text around it form the old value again.
   */
  replaced<Definition extends WebhookDefinition>(
    definition: Definition,
    value: string,
  ): Definition | null {
    const next = this.#withTexts(definition, (text, kind) => this.#replacedIn(text, kind, value));
    return this.places(next).length === 0 ? next : null;
  }

  /** The definition with `words` in the place of the value. A URL would encode their spaces. */
  masked<Definition extends WebhookDefinition>(definition: Definition, words: string): Definition {
    return this.#withTexts(definition, (text, kind) => {
      const credentials = this.#credentialsIn(text, kind);
      return credentials === null
        ? this.#rewrite(text, kind, () => (kind === 'url' ? words.replaceAll(' ', '-') : words))
        : `${credentials.scheme}${words} inside Base64`;
    });
  }

  /** The credentials of a header whose Base64 has the value; `null` when the text itself has it. */
  #credentialsIn(text: string, kind: PlaceKind): BasicCredentials | null {
    if (kind !== 'header' || text.includes(this.#value)) return null;
    const credentials = readBasicCredentials(text);
    return credentials?.text.includes(this.#value) === true ? credentials : null;
  }

  #withTexts<Definition extends WebhookDefinition>(
    definition: Definition,
    change: (text: string, kind: PlaceKind) => string,
  ): Definition {
    return {
      ...definition,
      url: change(definition.url, 'url'),
      headers: definition.headers.map((header) => ({
        ...header,
        value: change(header.value, 'header'),
      })),
      payloadTemplate: change(definition.payloadTemplate, 'template'),
    };
  }

  #replacedIn(text: string, kind: PlaceKind, value: string): string {
    const credentials = this.#credentialsIn(text, kind);
    if (credentials !== null) {
      const { scheme, charset } = credentials;
      const replaced = credentials.text.replaceAll(this.#value, () => value);
      return writeBasicCredentials({ scheme, charset, text: replaced });
    }
    return this.#rewrite(text, kind, (encoding) =>
      encodeAs(value, encoding === 'plain' ? this.#encodingOfPlain(text, kind) : encoding),
    );
  }

  #rewrite(text: string, kind: PlaceKind, write: (encoding: Encoding) => string): string {
    let copiedTo = 0;
    let rewritten = '';
    for (const { start, end, encoding } of this.#finder.occurrences(text, encodingsByPlace[kind])) {
      rewritten += text.slice(copiedTo, start) + write(encoding);
      copiedTo = end;
    }
    return rewritten + text.slice(copiedTo);
  }

  /** A value without special characters looks the same in every encoding: its place decides. */
  #encodingOfPlain(text: string, kind: PlaceKind): Encoding {
    const encoding = kind === 'url' ? 'percent' : 'json';
    const isEncoded = kind === 'url' || (kind === 'template' && /^\s*["[{]/.test(text));
    return isEncoded && encodeAs(this.#value, encoding) === this.#value ? encoding : 'plain';
  }
}

export function placeInWords(place: SecretPlace): string {
  switch (place.kind) {
    case 'url':
      return 'URL';
    case 'header':
      return `header ${place.name}${place.isInBase64 ? ' (inside Base64)' : ''}`;
    case 'template':
      return 'payload template';
  }
}

const shownValues = { old: '(old value)', next: '(new value)' };

/** The texts of the webhook before and after a rotation, with what a window shows in their place. */
export function shownRotation(
  before: WebhookDefinition,
  after: WebhookDefinition,
  old: string,
  next: string,
): ShownAs[] {
  const oldSecret = new SecretInWebhook(old);
  const shownWith = (words: string): WebhookDefinition => {
    const shown = oldSecret.masked(before, words);
    // The webhook may hold the new value already, beside the old one.
    return next.length < minValueLength
      ? shown
      : new SecretInWebhook(next).masked(shown, shownValues.next);
  };
  return [
    ...shownAsOf(before, shownWith(shownValues.old)),
    ...shownAsOf(after, shownWith(shownValues.next)),
  ];
}

/** Encoding of a value: plain, percent-encoded (RFC 3986) or escaped in JSON (RFC 8259). */
type Encoding = 'plain' | 'percent' | 'json';

interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly encoding: Encoding;
}

/** Patterns for one character of the value, in each form that the encoding allows. */
const characterPatterns: Readonly<Record<Encoding, (character: string) => string>> = {
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

const encodeAs = (value: string, encoding: Encoding): string => encoders[encoding](value);

class ValueFinder {
  readonly #value: string;
  readonly #patterns = new Map<Encoding, RegExp>();

  constructor(value: string) {
    this.#value = value;
  }

  isIn(text: string, encodings: readonly Encoding[]): boolean {
    return encodings.some((encoding) =>
      encoding === 'plain'
        ? text.includes(this.#value)
        : this.#mayOccur(text, encoding) && this.#pattern(encoding).test(text),
    );
  }

  /** In their order, none inside another. */
  occurrences(text: string, encodings: readonly Encoding[]): Occurrence[] {
    const matches = encodings
      .filter((encoding) => this.#mayOccur(text, encoding))
      .flatMap((encoding) =>
        [...text.matchAll(this.#pattern(encoding))].map(({ 0: { length }, index }) => ({
          start: index,
          end: index + length,
          encoding,
        })),
      );
    // Stable: the first encoding stays before others of the same place.
    matches.sort((a, b) => a.start - b.start);
    let lastEnd = 0;
    return matches.filter(({ start, end }) => {
      if (start < lastEnd) return false;
      lastEnd = end;
      return true;
    });
  }

  /** Skips patterns for texts that hold no escape. */
  #mayOccur(text: string, encoding: Encoding): boolean {
    if (encoding === 'percent') return text.includes('%') || text.includes('+');
    return encoding !== 'json' || text.includes('\\');
  }

  #pattern(encoding: Encoding): RegExp {
    const cached = this.#patterns.get(encoding);
    if (cached !== undefined) {
      cached.lastIndex = 0;
      return cached;
    }
    const source = Array.from(this.#value, characterPatterns[encoding]).join('');
    const pattern = new RegExp(source, 'gu');
    this.#patterns.set(encoding, pattern);
    return pattern;
  }
}

function exactly(text: string): string {
  return Array.from(
    text,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  ).join('');
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

/** `Basic` and the Base64 of user name and password (RFC 7617). */
interface BasicCredentials {
  readonly scheme: string;
  readonly text: string;
  /** Of the decoded bytes: RFC 7617 leaves it open, and both are in use. */
  readonly charset: 'utf-8' | 'latin1';
}

const basicCredentials = /^(basic[ \t]+)([A-Za-z0-9+/]+={0,2})[ \t]*$/i;

/** `null` for a header value of another form. */
export function readBasicCredentials(value: string): BasicCredentials | null {
  const [, scheme, base64] = basicCredentials.exec(value) ?? [];
  if (scheme === undefined || base64 === undefined) return null;
  const binary = decodeBase64(base64);
  if (binary === null) return null;
  const bytes = Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { scheme, text, charset: 'utf-8' };
  } catch {
    // `TextDecoder` throws a `TypeError` for bytes that are not UTF-8.
    return { scheme, text: binary, charset: 'latin1' };
  }
}

/** A text that Latin-1 lacks characters for is written in UTF-8. */
function writeBasicCredentials({ scheme, text, charset }: BasicCredentials): string {
  const isLatin1 =
    charset === 'latin1' && Array.from(text).every((character) => character <= '\u{ff}');
  const bytes = isLatin1
    ? Uint8Array.from(text, (character) => character.charCodeAt(0))
    : new TextEncoder().encode(text);
  return scheme + base64Of(bytes);
}

/** Bytes as characters; `null` for a text that is no Base64. */
function decodeBase64(base64: string): string | null {
  try {
    return atob(base64);
  } catch {
    // `atob` throws for a length that no Base64 has.
    return null;
  }
}

/** Shorter texts also occur in names and words. */
const minValueLength = 8;
const maxValueLength = 4_096;

/** Why a value is not accepted, for the person who entered it. */
export interface Refusal {
  readonly message: string;
  readonly advice: string;
}

const refusal = (message: string, advice: string): Refusal => ({ message, advice });

/** Why a value cannot be searched for or replaced; `null` when it can. */
export const refusedValue = (value: string): Refusal | null =>
  value.length < minValueLength
    ? refusal(
        `The value has fewer than ${minValueLength} characters.`,
        'Short texts also occur in names and words, so other text could be replaced. Enter the complete secret.',
      )
    : refusedText(value);

/** Why a value cannot replace another; `null` when it can. */
export function refusedNewValue(value: string, old: string): Refusal | null {
  if (value === '') return refusal('The new value is missing.', 'Enter the new value.');
  if (value === old) {
    return refusal('The new value equals the old one.', 'Enter the value that replaces it.');
  }
  if (value.includes(old)) {
    return refusal(
      'The new value contains the old one.',
      'Hookdesk could not check that the old value is gone. Enter another new value.',
    );
  }
  return refusedText(value);
}

function refusedText(value: string): Refusal | null {
  if (value.length > maxValueLength) {
    return refusal(
      `The value has more than ${maxValueLength.toLocaleString('en')} characters.`,
      'Enter the secret without the text around it.',
    );
  }
  if (hasControlCharacter(value) || !value.isWellFormed()) {
    return refusal(
      'The value contains a line break or another character that no header can hold.',
      'Copy the value again, without line breaks.',
    );
  }
  return null;
}

const hasControlCharacter = (value: string): boolean => /\p{Cc}/u.test(value);
