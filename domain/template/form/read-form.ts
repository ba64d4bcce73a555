import { parseTemplate, type TokenPart } from '../parse.ts';

/** UTF-16 offsets; `end` is exclusive. */
export interface FormField {
  readonly start: number;
  readonly end: number;
  /** Offset of the equals sign, or -1. */
  readonly equals: number;
}

export interface DecodedPiece {
  readonly text: string;
  readonly tokens: readonly TokenPart[];
  /** Maps an offset in `text` to the template. */
  readonly placeOf: (offset: number) => number;
}

/** Source: WHATWG URL Standard, application/x-www-form-urlencoded. */
export function fieldsOf(template: string): FormField[] {
  const fields: FormField[] = [];
  for (let start = 0; start <= template.length;) {
    const ampersand = template.indexOf('&', start);
    const end = ampersand === -1 ? template.length : ampersand;
    const equals = template.indexOf('=', start);
    fields.push({ start, end, equals: equals === -1 || equals >= end ? -1 : equals });
    start = end + 1;
  }
  return fields;
}

/** Keeps tokens as they are. Invalid UTF-8 becomes U+FFFD. */
export function decodePiece(
  template: string,
  tokens: readonly TokenPart[],
  start: number,
  end: number,
): DecodedPiece {
  let text = '';
  const places: number[] = [];
  let next = firstFrom(tokens, start);
  const add = (piece: string, at: number, step: number): void => {
    for (let index = 0; index < piece.length; index += 1) places.push(at + index * step);
    text += piece;
  };
  for (let at = start; at < end;) {
    const token = tokens[next];
    if (token?.start === at) {
      add(token.text, at, 1);
      next += 1;
      at = token.end;
      continue;
    }
    const escaped = escapedFrom(template, at, Math.min(end, token?.start ?? end));
    if (escaped === at) {
      add(template[at] === '+' ? ' ' : template.charAt(at), at, 1);
      at += 1;
    } else {
      add(decodeOrReplace(template.slice(at, escaped)), at, 0);
      at = escaped;
    }
  }
  places.push(end);
  return {
    text,
    tokens: parseTemplate(text).filter((part) => part.kind === 'token'),
    placeOf: (offset) => places[Math.min(offset, text.length)] ?? end,
  };
}

export const encodePiece = (text: string): string =>
  parseTemplate(text)
    .map((part) =>
      part.kind === 'token'
        ? part.text
        : part.text.replaceAll(/[%&+]/g, (character) => encodeURIComponent(character)),
    )
    .join('');

function firstFrom(tokens: readonly TokenPart[], start: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

const escape = /%[0-9A-Fa-f]{2}/y;

export function isEscape(text: string, at: number): boolean {
  escape.lastIndex = at;
  return escape.test(text);
}

/** Returns the end of one escaped character; `at` when there is none. */
function escapedFrom(template: string, at: number, end: number): number {
  let behind = at;
  while (behind + 3 <= end && isEscape(template, behind)) {
    const isNext = behind > at && !/^%[89AB]/i.test(template.slice(behind, behind + 2));
    if (isNext) break;
    behind += 3;
  }
  return behind;
}

function decodeOrReplace(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch (error) {
    if (error instanceof URIError) return '\ufffd';
    throw error;
  }
}
