import type { TokenPart } from '../parse.ts';
import { oddCharacter } from '../characters.ts';
import { readAtom, TokenCursor } from './atom.ts';
import type { FaultKind, JsonFault } from './json-fault.ts';

/**
 * A piece of JSON that holds no other: text in quotes, a number, a word; in a template also tokens
 * outside of quotes, and what they are glued to.
 */
export interface JsonAtom {
  readonly start: number;
  readonly end: number;
  /** `members`: a bare token in the place of whole members of an object, with no colon behind it. */
  readonly role: 'value' | 'name' | 'members';
  /** Whether a token stands in it outside of quotes, so that only its values tell whether it is JSON. */
  readonly bare: boolean;
}

export type JsonMark = '{' | '}' | '[' | ']' | ':' | ',';

/** Told of what is met in a text, in its order. */
export interface JsonEvents {
  readonly mark: (mark: JsonMark, at: number) => void;
  readonly atom: (atom: JsonAtom) => void;
}

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma' | 'end';

/**
 * Where a payload stops being JSON, or `null` if it is JSON. Agrees with `JSON.parse` on every text;
 * takes time in proportion to the length, however deep it is nested. Source: RFC 8259.
 */
export const jsonFault = (payload: string): JsonFault | null =>
  new JsonScan(payload, [], null).run();

/** Where a payload stops being JSON Lines, one JSON value in each line that is not blank, or `null`. */
export const jsonLinesFault = (payload: string): JsonFault | null =>
  new JsonScan(payload, [], null, { lines: true }).run();

export interface ScanOptions {
  /** Whether each line is a JSON value of its own. */
  readonly lines?: boolean;
  /** Where the JSON begins, in UTF-16 code units. */
  readonly from?: number;
}

/**
 * Where a template stops being JSON, or `null`: tokens within quotes are text like any other, and
 * one outside of quotes can stand wherever a value, a name or members of an object can.
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
  readonly #lines: boolean;
  /** Of everything that is open: whether it is an object. */
  readonly #open: boolean[] = [];
  #at: number;
  /** Where the first line break was that has been skipped since the last mark or atom, or -1. */
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
    this.#lines = lines;
    this.#at = from;
  }

  run(): JsonFault | null {
    let expected: Expected = 'value';
    for (;;) {
      this.#skipSpace();
      if (this.#at >= this.#text.length) {
        return expected === 'end' ? null : this.#fault(missing(expected));
      }
      if (this.#lines && this.#lineBreak !== -1) {
        if (expected === 'end') expected = 'value';
        if (expected !== 'value' || this.#open.length > 0) {
          return { kind: 'line', at: this.#lineBreak, end: this.#lineBreak + 1 };
        }
      }
      this.#lineBreak = -1;
      const found = this.#step(expected);
      if (typeof found !== 'string') return found;
      expected = found;
    }
  }

  /** Reads one mark or atom; tells what is expected after it. */
  #step(expected: Expected): Expected | JsonFault {
    const mark = this.#text.charAt(this.#at);
    switch (mark) {
      case '{':
      case '[':
        if (expected !== 'value' && expected !== 'value-or-end') return this.#unexpected(expected);
        this.#open.push(mark === '{');
        this.#mark(mark);
        return mark === '{' ? 'name-or-end' : 'value-or-end';
      case '}':
      case ']':
        if (!this.#mayClose(expected, mark === '}')) return this.#unexpected(expected);
        this.#open.pop();
        this.#mark(mark);
        return this.#afterValue();
      case ',':
        if (expected !== 'comma') return this.#unexpected(expected);
        this.#mark(mark);
        return this.#open.at(-1) === true ? 'name' : 'value';
      case ':':
        if (expected !== 'colon') return this.#unexpected(expected);
        this.#mark(mark);
        return 'value';
      default:
        return this.#atom(expected);
    }
  }

  #mayClose(expected: Expected, object: boolean): boolean {
    if (this.#open.at(-1) !== object) return false;
    return expected === 'comma' || expected === (object ? 'name-or-end' : 'value-or-end');
  }

  #atom(expected: Expected): Expected | JsonFault {
    const isName = expected === 'name' || expected === 'name-or-end';
    if (!isName && expected !== 'value' && expected !== 'value-or-end') {
      return this.#unexpected(expected);
    }
    const start = this.#at;
    const found = readAtom(this.#text, start, this.#tokens);
    if ('kind' in found) {
      return isName && found.kind === 'word' ? { ...found, kind: 'name' } : found;
    }
    const { end, bare } = found;
    if (isName && !bare && this.#text[start] !== '"') return { kind: 'name', at: start, end };
    this.#at = end;
    if (!isName) {
      this.#events?.atom({ start, end, role: 'value', bare });
      return this.#afterValue();
    }
    this.#skipSpace();
    const next = this.#text[this.#at];
    const members = bare && (next === ',' || next === '}');
    this.#events?.atom({ start, end, role: members ? 'members' : 'name', bare });
    return members ? 'comma' : 'colon';
  }

  #afterValue(): Expected {
    return this.#open.length === 0 ? 'end' : 'comma';
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
    const quoted = this.#text[this.#at] === "'";
    const wanted = expected === 'name' || expected === 'name-or-end' || expected === 'value';
    return this.#fault(quoted && wanted ? 'single-quotes' : missing(expected));
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
