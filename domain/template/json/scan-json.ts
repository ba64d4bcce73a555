import type { TokenPart } from '../parse.ts';
import { oddCharacter } from '../characters.ts';
import { readAtom, TokenCursor } from './atom.ts';
import type { FaultKind, JsonFault } from './json-fault.ts';

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

/** Agrees with `JSON.parse` on every text. Takes linear time at any depth. Source: RFC 8259. */
export const jsonFault = (payload: string): JsonFault | null =>
  new JsonScan(payload, [], null).run();

/** Expects one JSON value in each line that is not blank. */
export const jsonLinesFault = (payload: string): JsonFault | null =>
  new JsonScan(payload, [], null, { lines: true }).run();

export interface ScanOptions {
  readonly lines?: boolean;
  /** UTF-16 offset. */
  readonly from?: number;
}

/** Tokens in quotes are text. A bare token may replace a value, a name or members of an object. */
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
  /** `true` for an object, `false` for a list. */
  readonly #open: boolean[] = [];
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
