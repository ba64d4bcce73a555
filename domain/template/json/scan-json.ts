import { characterName, oddCharacter } from './odd-character.ts';
import { lineAndColumn } from '../../text/line-and-column.ts';
import type { TokenPart } from '../parse-template.ts';

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

type FaultKind = keyof typeof jsonFaultWords;

/** UTF-16 offsets. `end` is exclusive; it equals `at` when the text ends too early. */
export interface JsonFault {
  readonly kind: FaultKind;
  readonly at: number;
  readonly end: number;
}

/** With line and column. */
export function describeFault(text: string, fault: JsonFault): string {
  const { line, column } = lineAndColumn(text, fault.at);
  return `line ${line}, column ${column}: ${describeKind(text, fault)}`;
}

export function describeKind(text: string, { kind, at }: JsonFault): string {
  const isCharacter = kind === 'strange-space' || kind === 'invisible';
  const words = jsonFaultWords[kind];
  return isCharacter ? `${characterName(text.codePointAt(at) ?? 0)}; ${words}` : words;
}

/** Text in quotes, a number, a word, or bare tokens with the adjacent text. */
export interface JsonAtom {
  readonly start: number;
  readonly end: number;
  /** `members`: a bare token in place of whole members of an object. */
  readonly role: 'value' | 'name' | 'members';
  /** Contains a token outside of quotes, so that only its values decide whether the text is JSON. */
  readonly bare: boolean;
}

export type JsonMark = '{' | '}' | '[' | ']' | ':' | ',';

/** Called in the order of the text. */
export interface JsonEvents {
  readonly mark: (mark: JsonMark, at: number) => void;
  readonly atom: (atom: JsonAtom) => void;
}

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma' | 'end';

/**
 * The first fault of a JSON text; `null` for valid JSON. Agrees with `JSON.parse` on every text. Takes linear time
 * at any depth. Source: RFC 8259.
 */
export const jsonFault = (payload: string): JsonFault | null =>
  new JsonScan(payload, [], null).run();

/** Expects one JSON value in each line that is not blank. */
export const jsonLinesFault = (payload: string): JsonFault | null =>
  new JsonScan(payload, [], null, { lines: true }).run();

export interface ScanOptions {
  /** Whether each line is JSON of its own. */
  readonly lines?: boolean;
  /** UTF-16 offset at which the JSON begins. */
  readonly from?: number;
}

/**
 * The first fault of a template that should become JSON. Tokens in quotes are text. A bare token may replace a
 * value, a name or members of an object.
 */
export const templateFault = (
  template: string,
  tokens: readonly TokenPart[],
  events: JsonEvents | null = null,
  options: ScanOptions = {},
): JsonFault | null => new JsonScan(template, tokens, events, options).run();

class JsonScan {
  readonly #text: string;
  readonly #tokens: TokenCursor;
  readonly #events: JsonEvents | null;
  readonly #isJsonLines: boolean;
  /** The objects and lists around the current place: `true` for an object, `false` for a list. */
  readonly #enclosing: boolean[] = [];
  #at: number;
  /** Offset of the first line break since the last mark or atom, or -1. */
  #lineBreak = -1;

  constructor(
    text: string,
    tokens: readonly TokenPart[],
    events: JsonEvents | null,
    { lines = false, from = 0 }: ScanOptions = {},
  ) {
    this.#text = text;
    this.#tokens = new TokenCursor(tokens);
    this.#events = events;
    this.#isJsonLines = lines;
    this.#at = from;
  }

  run(): JsonFault | null {
    let expected: Expected = 'value';
    for (;;) {
      this.#skipSpace();
      if (this.#at >= this.#text.length) {
        return expected === 'end' ? null : this.#fault(missing(expected));
      }
      if (this.#isJsonLines && this.#lineBreak !== -1) {
        if (expected === 'end') expected = 'value';
        if (expected !== 'value' || this.#enclosing.length > 0) {
          return { kind: 'line', at: this.#lineBreak, end: this.#lineBreak + 1 };
        }
      }
      this.#lineBreak = -1;
      const next = this.#step(expected);
      if (typeof next !== 'string') return next;
      expected = next;
    }
  }

  /** Reads one mark or atom. Returns what must come next. */
  #step(expected: Expected): Expected | JsonFault {
    const mark = this.#text.charAt(this.#at);
    switch (mark) {
      case '{':
      case '[':
        if (expected !== 'value' && expected !== 'value-or-end') return this.#unexpected(expected);
        this.#enclosing.push(mark === '{');
        this.#mark(mark);
        return mark === '{' ? 'name-or-end' : 'value-or-end';
      case '}':
      case ']':
        if (!this.#mayClose(expected, mark === '}')) return this.#unexpected(expected);
        this.#enclosing.pop();
        this.#mark(mark);
        return this.#afterValue();
      case ',':
        if (expected !== 'comma') return this.#unexpected(expected);
        this.#mark(mark);
        return this.#enclosing.at(-1) === true ? 'name' : 'value';
      case ':':
        if (expected !== 'colon') return this.#unexpected(expected);
        this.#mark(mark);
        return 'value';
      default:
        return this.#atom(expected);
    }
  }

  #mayClose(expected: Expected, isObject: boolean): boolean {
    if (this.#enclosing.at(-1) !== isObject) return false;
    return expected === 'comma' || expected === (isObject ? 'name-or-end' : 'value-or-end');
  }

  #atom(expected: Expected): Expected | JsonFault {
    const isName = expected === 'name' || expected === 'name-or-end';
    if (!isName && expected !== 'value' && expected !== 'value-or-end') {
      return this.#unexpected(expected);
    }
    const start = this.#at;
    const atom = readAtom(this.#text, start, this.#tokens);
    if ('kind' in atom) {
      return isName && atom.kind === 'word' ? { ...atom, kind: 'name' } : atom;
    }
    const { end, bare } = atom;
    if (isName && !bare && this.#text[start] !== '"') return { kind: 'name', at: start, end };
    this.#at = end;
    if (!isName) {
      this.#events?.atom({ start, end, role: 'value', bare });
      return this.#afterValue();
    }
    this.#skipSpace();
    const next = this.#text[this.#at];
    const isMembers = bare && (next === ',' || next === '}');
    this.#events?.atom({ start, end, role: isMembers ? 'members' : 'name', bare });
    return isMembers ? 'comma' : 'colon';
  }

  #afterValue(): Expected {
    return this.#enclosing.length === 0 ? 'end' : 'comma';
  }

  #mark(mark: JsonMark): void {
    this.#events?.mark(mark, this.#at);
    this.#at += 1;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      if (code === 0x0a && this.#lineBreak === -1) this.#lineBreak = this.#at;
      this.#at += 1;
    }
  }

  #unexpected(expected: Expected): JsonFault {
    const odd = oddCharacter(this.#text.charAt(this.#at));
    if (odd !== null) return this.#fault(odd);
    const isQuote = this.#text[this.#at] === "'";
    const mayBeText = expected === 'name' || expected === 'name-or-end' || expected === 'value';
    return this.#fault(isQuote && mayBeText ? 'single-quotes' : missing(expected));
  }

  #fault(kind: FaultKind): JsonFault {
    return { kind, at: this.#at, end: Math.min(this.#at + 1, this.#text.length) };
  }
}

function missing(expected: Expected): FaultKind {
  switch (expected) {
    case 'value-or-end':
      return 'value';
    case 'name-or-end':
      return 'name';
    default:
      return expected;
  }
}

/** `bare`: contains a token outside of quotes. */
type AtomEnd = { readonly end: number; readonly bare: boolean } | JsonFault;

const quote = 0x22;
const backslash = 0x5c;
const literal = /^(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)$/;

class TokenCursor {
  readonly #tokens: readonly TokenPart[];
  #next = 0;

  constructor(tokens: readonly TokenPart[]) {
    this.#tokens = tokens;
  }

  /** Returns -1 when no token begins at `at`, which must never decrease. */
  endOfTokenAt(at: number): number {
    let token = this.#tokens[this.#next];
    while (token !== undefined && token.start < at) {
      this.#next += 1;
      token = this.#tokens[this.#next];
    }
    return token?.start === at ? token.end : -1;
  }
}

/** An atom with a bare token includes the adjacent text. Source: RFC 8259 §3, §6, §7. */
function readAtom(text: string, start: number, tokens: TokenCursor): AtomEnd {
  let at = start;
  let pieces = 0;
  let bare = false;
  let secondPiece = start;
  for (;;) {
    const end = endOfPiece(text, at, tokens);
    if (typeof end !== 'number') return end;
    if (end === at) break;
    bare ||= text.charCodeAt(at) === 0x25;
    pieces += 1;
    if (pieces === 2) secondPiece = at;
    at = end;
  }
  if (bare) return { end: at, bare };
  if (pieces === 0) return faultOfCharacter(text, start);
  if (pieces > 1) return { kind: 'comma', at: secondPiece, end: at };
  const isText = text.charCodeAt(start) === quote;
  if (isText || literal.test(text.slice(start, at))) return { end: at, bare };
  return { kind: 'word', at: start, end: at };
}

function endOfPiece(text: string, at: number, tokens: TokenCursor): number | JsonFault {
  const code = text.charCodeAt(at);
  if (code === quote) return endOfText(text, at);
  if (code === 0x25) return Math.max(at, tokens.endOfTokenAt(at));
  let end = at;
  while (isWordCharacter(text.charCodeAt(end))) end += 1;
  return end;
}

const isWordCharacter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2b ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x5f;

function endOfText(text: string, start: number): number | JsonFault {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) {
      const length = escapeLength(text, at);
      if (length === 0) return fault('escape', at, Math.min(at + 2, text.length));
      at += length;
    } else if (code >= 0x20) {
      at += 1;
    } else {
      return code < 0x20 ? fault('control', at, at + 1) : fault('open-text', start, start + 1);
    }
  }
}

/** Returns 0 when no valid escape begins at `at`. */
export function escapeLength(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (letter === '') return 0;
  if (letter === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
  return '"\\/bfnrt'.includes(letter) ? 2 : 0;
}

function faultOfCharacter(text: string, at: number): JsonFault {
  if (at >= text.length) return fault('value', at, at);
  const kind = text[at] === "'" ? 'single-quotes' : (oddCharacter(text.charAt(at)) ?? 'word');
  return fault(kind, at, at + 1);
}

const fault = (kind: FaultKind, at: number, end: number): JsonFault => ({ kind, at, end });
