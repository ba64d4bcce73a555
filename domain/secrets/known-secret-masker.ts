import type { CertificateFacts } from '../installation/trust.ts';
import type { Problem, RawAnswer } from '../problem.ts';
import { mask, minSecretLength } from './masking.ts';

/** A cut-off secret at the end of a text is masked from this many characters on. */
const minPieceLength = 3;

/**
 * Masks known secrets in texts of others: as plain text, escaped in JSON, HTML or URLs (also mixed), and in base64.
 * `Masking` finds secrets by their place instead.
 */
export class KnownSecretMasker {
  readonly #secrets: readonly string[];
  /** Made on first use: many maskers see no text. */
  #cachedForms: readonly SecretForms[] | null = null;
  /** Upper limit of the characters of a secret in any form. */
  readonly longestForm: number;

  constructor(...secrets: readonly (string | null)[]) {
    const longEnough = secrets
      .filter((secret) => secret !== null)
      .filter(({ length }) => length >= minSecretLength);
    this.#secrets = [...new Set(longEnough)];
    this.longestForm = 12 * Math.max(0, ...this.#secrets.map((secret) => secret.length));
  }

  get #forms(): readonly SecretForms[] {
    return (this.#cachedForms ??= this.#secrets.map(secretForms));
  }

  /** Repeats until stable, because removing one secret may join the parts of another. */
  text(text: string): string {
    let masked = this.#once(text);
    for (let before = text; masked !== before;) {
      before = masked;
      masked = this.#once(masked);
    }
    return masked;
  }

  /**
   * The first `limit` characters, masked. Never returns a part of a secret that is cut at `limit` or at the end of
   * the text.
   */
  start(text: string, limit: number): string {
    const cut = this.#occurrencesIn(text).find(({ start, end }) => start < limit && end > limit);
    const beginning = text.slice(0, cut?.start ?? limit);
    const pieceLength = this.#pieceLengthAtEnd(beginning);
    const whole = beginning.slice(0, beginning.length - pieceLength);
    return this.text(pieceLength === 0 ? beginning : whole + mask);
  }

  /** Message and advice are our own words: words of others are masked before they are part of them. */
  problem(problem: Problem): Problem {
    if (this.#secrets.length === 0) return problem;
    const masked = {
      facts: problem.facts.map(({ label, value }) => ({
        label: this.text(label),
        value: this.text(value),
      })),
      answer: problem.answer === null ? null : this.#answer(problem.answer),
    };
    return 'certificate' in problem
      ? { ...problem, ...masked, certificate: this.#certificate(problem.certificate) }
      : { ...problem, ...masked };
  }

  /** The server chooses these texts. */
  #certificate(certificate: CertificateFacts): CertificateFacts {
    const { subject, issuer, names } = certificate;
    return {
      ...certificate,
      subject: this.text(subject),
      issuer: this.text(issuer),
      names: names.map((name) => this.text(name)),
    };
  }

  #answer(answer: RawAnswer): RawAnswer {
    const headers = answer.headers.map(({ name, value }) => ({
      name: this.text(name),
      value: this.text(value),
    }));
    return { ...answer, headers, body: this.text(answer.body) };
  }

  #once(text: string): string {
    let masked = '';
    let copiedTo = 0;
    for (const { start, end } of this.#occurrencesIn(text)) {
      masked += text.slice(copiedTo, start) + mask;
      copiedTo = end;
    }
    return masked + text.slice(copiedTo);
  }

  /** In their order; adjacent and overlapping ones are one. */
  #occurrencesIn(text: string): Occurrence[] {
    const found = this.#forms
      .flatMap((forms) => occurrencesOf(forms, text))
      .filter(({ start, end }) => !isMask(text, start, end))
      .sort((a, b) => a.start - b.start);
    const joined: Occurrence[] = [];
    for (const occurrence of found) {
      const last = joined.at(-1);
      if (last !== undefined && occurrence.start <= last.end) {
        const end = Math.max(last.end, occurrence.end);
        joined[joined.length - 1] = { start: last.start, end };
      } else joined.push(occurrence);
    }
    return joined;
  }

  /** Length of the longest beginning of a secret with which the text ends; 0 for none. */
  #pieceLengthAtEnd(text: string): number {
    let longest = 0;
    for (const form of this.#forms.flatMap(({ plain }) => plain)) {
      const maxLength = Math.min(form.length - 1, text.length);
      for (let length = maxLength; length >= minPieceLength && length > longest; length -= 1) {
        if (text.endsWith(form.slice(0, length))) longest = length;
      }
    }
    return longest;
  }
}

/** UTF-16 offsets of a secret; `end` is exclusive. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** Includes overlapping ones: `abab` occurs twice in `ababab`. */
function occurrencesOf({ pattern, plain }: SecretForms, text: string): Occurrence[] {
  const occurrences: Occurrence[] = [];
  if (pattern === null) {
    for (const form of plain) {
      for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + 1)) {
        occurrences.push({ start, end: start + form.length });
      }
    }
    return occurrences;
  }
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    occurrences.push({ start: match.index, end: match.index + match[0].length });
    pattern.lastIndex = match.index + 1;
  }
  return occurrences;
}

/** Mask characters are not masked again, even if a secret consists of them. */
function isMask(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text[at] !== mask[0]) return false;
  return true;
}

/** Characters. Longer secrets are matched in their plain forms only: the pattern would be too large. */
const maxPatternLength = 1024;

interface SecretForms {
  /** All forms, mixed ones too; `null` for a secret that is too long. */
  readonly pattern: RegExp | null;
  readonly plain: readonly string[];
}

function secretForms(secret: string): SecretForms {
  const base64 = base64Forms(secret);
  const url = encodeURIComponent(secret.toWellFormed());
  const plain = [secret, jsonForm(secret), url, ...base64];
  if (secret.length > maxPatternLength) return { pattern: null, plain };
  const alternatives = [spellings(secret), ...base64.map(base64Pattern)];
  return { pattern: new RegExp(alternatives.join('|'), 'g'), plain };
}

const jsonForm = (text: string): string => JSON.stringify(text).slice(1, -1);

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

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

/** RFC 8259 §7. */
const shortEscapes: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

/** JSON nested three times has up to seven backslashes before a quotation mark. */
const backslashes = '\\\\';

function spellings(text: string): string {
  return Array.from(text, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    const bytes = [...new TextEncoder().encode(character)];
    const code = character.codePointAt(0) ?? 0;
    const entity = entities[character];
    const short = shortEscapes[character];
    const forms = [
      `${backslashes}{0,7}${escapeRegExp(character)}`,
      units.map((unit) => `${backslashes}{1,8}u${hex(unit, 4)}`).join(''),
      bytes.map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join(''),
      `&#0*${code};`,
      `&#[xX]0*${hex(code, 1)};`,
      ...(entity === undefined ? [] : [entity]),
      ...(short === undefined ? [] : [`${backslashes}{1,8}${short}`]),
      ...(character === ' ' ? ['\\+'] : []),
    ];
    return `(?:${forms.join('|')})`;
  }).join('');
}

/** The text may start at three offsets in base64; drops characters shared with its neighbours. */
function base64Forms(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return [0, 1, 2]
    .map((before) => {
      const encoded = btoa('\0'.repeat(before) + binary);
      const first = Math.ceil((before * 8) / 6);
      const end = Math.floor(((before + bytes.length) * 8) / 6);
      return encoded.slice(first, end);
    })
    .filter((form) => form.length >= 4);
}

const base64Pattern = (form: string): string =>
  Array.from(form, (character) => {
    if (character === '+') return '(?:\\+|-|%2[bB])';
    if (character === '/') return '(?:\\\\?\\/|_|%2[fF])';
    return character;
  }).join('');
