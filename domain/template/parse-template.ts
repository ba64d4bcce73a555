/** A piece of a template. UTF-16 offsets; `end` is exclusive. */
export type TemplatePart = LiteralPart | TokenPart;

interface LiteralPart {
  readonly kind: 'literal';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface TokenPart {
  readonly kind: 'token';
  /** Without the percent signs. */
  readonly name: string;
  /** With the percent signs. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a template into placeholders (substitution tokens, `%Name%`) and literals. Other percent signs are
 * literal: `100%`, and URL escapes (`%20`), even before a token. The parts joined give the template.
 * Literals are neither empty nor adjacent. Takes linear time.
 */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let lastEnd = 0;
  eachToken(template, (start, end) => {
    if (start > lastEnd) parts.push(literal(template, lastEnd, start));
    const name = template.slice(start + 1, end - 1);
    parts.push({ kind: 'token', name, text: template.slice(start, end), start, end });
    lastEnd = end;
  });
  if (lastEnd < template.length) parts.push(literal(template, lastEnd, template.length));
  return parts;
}

const literal = (template: string, start: number, end: number): LiteralPart => ({
  kind: 'literal',
  text: template.slice(start, end),
  start,
  end,
});

export const tokenNames = (parts: readonly TemplatePart[]): string[] => [
  ...new Set(parts.flatMap((part) => (part.kind === 'token' ? [part.name] : []))),
];

/** Calls `onToken` for each placeholder `%Name%`, with UTF-16 offsets. URL escapes are no placeholders. */
export function eachToken(template: string, onToken: (start: number, end: number) => void): void {
  let start = template.indexOf('%');
  while (start !== -1) {
    const escape = urlEscapeLength(template, start);
    const close = escape > 0 ? start + escape : endOfName(template, start + 1);
    if (escape === 0 && close > start + 1 && template.charCodeAt(close) === percent) {
      onToken(start, close + 1);
      start = template.indexOf('%', close + 1);
    } else {
      // Skips an escape, or text without another percent sign.
      start = template.indexOf('%', close);
    }
  }
}

const percent = 0x25;

/** Offset behind the letters, digits and underscores from `start` on. */
export function endOfName(text: string, start: number): number {
  let end = start;
  while (isNameCharacter(text.charCodeAt(end))) end += 1;
  return end;
}

/** `charCodeAt` returns NaN behind the end of the text. */
const isNameCharacter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f;

/** Length of one character's URL escape (3, 6, 9 or 12), or 0. RFC 3986 §2.1, RFC 3629 §4. */
export function urlEscapeLength(text: string, start: number): number {
  const first = escapedByte(text, start);
  const bytes = bytesOfCharacter(first);
  for (let index = 1; index < bytes; index += 1) {
    const next = escapedByte(text, start + 3 * index);
    if (next < 0x80 || next > 0xbf) return 0;
  }
  return 3 * bytes;
}

/** Length of a UTF-8 character by its first byte; 0 when invalid. */
function bytesOfCharacter(first: number): number {
  if (first < 0) return 0;
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

function escapedByte(text: string, start: number): number {
  if (text.charCodeAt(start) !== percent) return -1;
  const high = hexDigit(text.charCodeAt(start + 1));
  const low = hexDigit(text.charCodeAt(start + 2));
  return high < 0 || low < 0 ? -1 : 16 * high + low;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
