export type JsonKind = 'key' | 'string' | 'number' | 'word' | 'bracket' | 'punctuation';

/** Offsets in the line; `end` is exclusive. */
type Found = (start: number, end: number, kind: JsonKind) => void;

/**
 * Tolerates near-JSON: a single quote may open a string, a string ends with its line, and other
 * text is skipped. Reports pieces between `from` and `to`; takes time linear in `to`.
 */
export function lexJsonLine(line: string, from: number, to: number, found: Found): void {
  const limit = Math.min(to, line.length);
  let at = 0;
  /** The last non-blank character; NaN at the start of the line. */
  let before = NaN;
  while (at < limit) {
    const code = line.charCodeAt(at);
    let end = at + 1;
    let kind: JsonKind | null = null;
    if (code === doubleQuote || (code === singleQuote && opensString(before))) {
      end = endOfString(line, at, code);
      if (end > from) kind = isKey(line, end) ? 'key' : 'string';
    } else if (isBracket(code)) kind = 'bracket';
    else if (code === comma || code === colon) kind = 'punctuation';
    else if (isWordCharacter(code)) {
      end = endOfWord(line, at);
      if (end > from && before !== percent) kind = kindOfWord(line.slice(at, end));
    }
    if (kind !== null && end > from) found(at, end, kind);
    if (code > space) before = code;
    at = end;
  }
}

export const looksLikeJson = (beginning: string): boolean => /^\s*[[{"']/.test(beginning);

const space = 0x20;
const doubleQuote = 0x22;
const percent = 0x25;
const singleQuote = 0x27;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;

const isBracket = (code: number): boolean =>
  code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d;

/** A single quote elsewhere is an apostrophe. */
const opensString = (before: number): boolean =>
  Number.isNaN(before) ||
  before === 0x7b ||
  before === 0x5b ||
  before === comma ||
  before === colon;

/** The offset after the closing quote, or the end of the line. */
function endOfString(line: string, start: number, quote: number): number {
  const mark = quote === doubleQuote ? '"' : "'";
  for (let end = line.indexOf(mark, start + 1); end !== -1; end = line.indexOf(mark, end + 1)) {
    let escapes = end;
    while (line.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0 || escapes <= start) return end + 1;
  }
  return line.length;
}

function isKey(line: string, end: number): boolean {
  let at = end;
  while (line.charCodeAt(at) <= space) at += 1;
  return line.charCodeAt(at) === colon;
}

const isWordCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x2b ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x5f;

function endOfWord(line: string, start: number): number {
  let end = start + 1;
  while (isWordCharacter(line.charCodeAt(end))) end += 1;
  return end;
}

function kindOfWord(word: string): JsonKind | null {
  if (/^(?:true|false|null)$/.test(word)) return 'word';
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word) ? 'number' : null;
}
