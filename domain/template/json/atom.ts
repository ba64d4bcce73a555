import type { TokenPart } from '../parse.ts';
import { oddCharacter } from '../characters.ts';
import type { FaultKind, JsonFault } from './json-fault.ts';

/** `bare`: contains a token outside of quotes. */
export type AtomEnd = { readonly end: number; readonly bare: boolean } | JsonFault;

const quote = 0x22;
const backslash = 0x5c;
const literal = /^(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)$/;

export class TokenCursor {
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
export function readAtom(text: string, start: number, tokens: TokenCursor): AtomEnd {
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
  if (pieces === 0) return strange(text, start);
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

function strange(text: string, at: number): JsonFault {
  if (at >= text.length) return fault('value', at, at);
  const kind = text[at] === "'" ? 'single-quotes' : (oddCharacter(text.charAt(at)) ?? 'word');
  return fault(kind, at, at + 1);
}

const fault = (kind: FaultKind, at: number, end: number): JsonFault => ({ kind, at, end });
