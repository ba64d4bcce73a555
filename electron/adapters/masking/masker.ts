import type { Problem, RawAnswer } from '#domain/problem.ts';

/** What stands where a secret was. */
export const mask = '••••••••';

/** A piece of a secret at the end of a text that broke off is masked from this many characters on. */
const shortestPiece = 3;

/**
 * Takes one secret out of texts, in every form in which an answer may give it back: as it is,
 * escaped in JSON, HTML or a URL (also mixed, character by character), and in base64.
 */
export class Masker {
  readonly #secret: string;
  #made: Forms | null = null;
  /** Characters that the longest form of the secret can take. */
  readonly longestForm: number;

  /** @param secret the auth token, or `null` where none is sent */
  constructor(secret: string | null) {
    this.#secret = secret ?? '';
    this.longestForm = 12 * this.#secret.length;
  }

  /** Made when it is needed: most requests have nothing to tell. */
  get #forms(): Forms | null {
    if (this.#secret === '') return null;
    this.#made ??= formsOf(this.#secret);
    return this.#made;
  }

  text(text: string): string {
    let masked = '';
    let from = 0;
    for (const { index, length } of this.#found(text)) {
      masked += text.slice(from, index) + mask;
      from = index + length;
    }
    return masked + text.slice(from);
  }

  /**
   * The start of a text of at most `limit` characters, masked. A secret that lies across the end is
   * left out whole, and so is the piece of one where the text itself broke off.
   */
  start(text: string, limit: number): string {
    const across = this.#found(text).find(
      ({ index, length }) => index < limit && index + length > limit,
    );
    const kept = text.slice(0, across?.index ?? limit);
    const piece = this.#pieceAtEnd(kept);
    return this.text(kept.slice(0, kept.length - piece)) + (piece > 0 ? mask : '');
  }

  /** Where the secret stands, in order and without overlap. */
  #found(text: string): Found[] {
    if (this.#forms === null) return [];
    const { pattern, plain } = this.#forms;
    if (pattern !== null) {
      return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({ index, length }));
    }
    let end = 0;
    return plain
      .flatMap((form) => occurrences(text, form))
      .sort((a, b) => a.index - b.index)
      .filter(({ index, length }) => {
        if (index < end) return false;
        end = index + length;
        return true;
      });
  }

  /** A problem in which the secret stands nowhere. */
  problem(problem: Problem): Problem {
    if (this.#forms === null) return problem;
    return {
      ...problem,
      message: this.text(problem.message),
      advice: this.text(problem.advice),
      facts: problem.facts.map(({ label, value }) => ({
        label: this.text(label),
        value: this.text(value),
      })),
      answer: problem.answer === null ? null : this.#answer(problem.answer),
    };
  }

  #answer(answer: RawAnswer): RawAnswer {
    const headers = answer.headers.map(({ name, value }) => ({
      name: this.text(name),
      value: this.text(value),
    }));
    return { ...answer, headers, body: this.text(answer.body) };
  }

  #pieceAtEnd(text: string): number {
    let longest = 0;
    for (const form of this.#forms?.plain ?? []) {
      const most = Math.min(form.length - 1, text.length);
      for (let length = most; length >= shortestPiece && length > longest; length -= 1) {
        if (text.endsWith(form.slice(0, length))) longest = length;
      }
    }
    return longest;
  }
}

/** Longer secrets are looked for in their usual forms only: no pattern can be this large. */
const longestSpelled = 1024;

interface Found {
  readonly index: number;
  readonly length: number;
}

interface Forms {
  /** Every form, mixed ones too; `null` for a secret that is too long for it. */
  readonly pattern: RegExp | null;
  /** The usual forms. */
  readonly plain: readonly string[];
}

function formsOf(secret: string): Forms {
  const base64 = base64Forms(secret);
  const url = encodeURIComponent(secret.toWellFormed());
  const plain = [secret, jsonForm(secret), url, ...base64];
  if (secret.length > longestSpelled) return { pattern: null, plain };
  const alternatives = [spelled(secret), ...base64.map(base64Pattern)];
  return { pattern: new RegExp(alternatives.join('|'), 'g'), plain };
}

function occurrences(text: string, form: string): Found[] {
  const found: Found[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
    found.push({ index: at, length: form.length });
  }
  return found;
}

const jsonForm = (text: string): string => JSON.stringify(text).slice(1, -1);

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Upper and lower case of hexadecimal digits alike. */
const hex = (code: number, digits: number): string =>
  code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A backslash; JSON inside JSON inside JSON has up to seven of them before a quotation mark. */
const backslashes = '\\\\';

/** A pattern of the text in which every character may be written in any of its escaped forms. */
function spelled(text: string): string {
  return Array.from(text, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    const bytes = [...new TextEncoder().encode(character)];
    const code = character.codePointAt(0) ?? 0;
    const entity = entities[character];
    const forms = [
      `${backslashes}{0,7}${escapeRegExp(character)}`,
      units.map((unit) => `${backslashes}{1,8}u${hex(unit, 4)}`).join(''),
      bytes.map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join(''),
      `&#0*${code};`,
      `&#[xX]0*${hex(code, 1)};`,
      ...(entity === undefined ? [] : [entity]),
      ...(character === ' ' ? ['\\+'] : []),
    ];
    return `(?:${forms.join('|')})`;
  }).join('');
}

/**
 * The characters of base64 that a text makes wherever it stands in what was encoded: one form for
 * each of the three places at which it can begin, without the characters shared with its neighbours.
 */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [0, 1, 2]
    .map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      const first = Math.ceil((before * 8) / 6);
      const end = Math.floor(((before + bytes.length) * 8) / 6);
      return encoded.slice(first, end);
    })
    .filter((form) => form.length >= 4);
}

/** Both alphabets of base64, and the slash as JSON and URLs escape it. */
const base64Pattern = (form: string): string =>
  Array.from(form, (character) => {
    if (character === '+') return '(?:\\+|-|%2[bB])';
    if (character === '/') return '(?:\\\\?\\/|_|%2[fF])';
    return character;
  }).join('');
