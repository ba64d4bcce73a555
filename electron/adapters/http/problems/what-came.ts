import { isUtf8 } from 'node:buffer';
import type { Answer } from '../answer.ts';
import type { Masker } from '../../masking/masker.ts';

/** What an answer holds instead of what was expected, as part of a sentence. */
export function whatCame(answer: Answer, masker: Masker): string {
  const encoding = answer.header('content-encoding');
  if (encoding !== null && encoding !== 'identity') {
    return `an answer compressed with ${quoted(encoding)}, which was not asked for`;
  }
  const start = answer.start();
  if (start.length === 0) return 'an empty answer';
  if (start.includes(0)) return 'binary data';
  const text = readableText(answer);
  if (text === null) return 'text that is not in UTF-8';
  if (text === '') return 'an answer of nothing but spaces';
  if (isHtml(answer)) {
    const title = titleOf(text, masker);
    return title === null ? 'an HTML page without a title' : `an HTML page titled ${quoted(title)}`;
  }
  if (text.startsWith('<')) return 'an XML document';
  return jsonKind(text, answer.complete) ?? 'text that is not JSON';
}

/** The kept start of the body as text without spaces before it; `null` where it is no plain UTF-8. */
export function readableText(answer: Answer): string | null {
  const encoding = answer.header('content-encoding');
  if (encoding !== null && encoding !== 'identity') return null;
  const start = answer.start();
  if (start.includes(0)) return null;
  // Where the kept part ends inside a character, its last bytes are no fault.
  if (!isUtf8(start) && !isUtf8(start.subarray(0, lastWhole(start)))) return null;
  return new TextDecoder().decode(start).trimStart();
}

/** Whether the body is a page for people, by its type or by how it begins. */
export function isHtml(answer: Answer): boolean {
  if (answer.bytes === 0) return false;
  const type = answer.header('content-type') ?? '';
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return true;
  return htmlStart.test(readableText(answer) ?? '');
}

/** The first tag of a page, behind an XML declaration and comments; each comment matches in one way only. */
const htmlStart =
  /^(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script)\b/is;

const quoted = (text: string): string => `“${text}”`;

function titleOf(html: string, masker: Masker): string | null {
  const found = /<title\b[^>]*>([^<]*)/i.exec(html)?.[1];
  if (found === undefined) return null;
  const title = found
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
  return title === '' ? null : masker.start(title, 100);
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

function jsonKind(text: string, complete: boolean): string | null {
  const kind = text.startsWith('{')
    ? 'a JSON object'
    : text.startsWith('[')
      ? 'a JSON array'
      : null;
  if (!complete) return kind;
  try {
    JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return kind === null ? null : 'JSON that is damaged';
  }
  return kind ?? 'a single JSON value';
}

/** Where the last whole UTF-8 character ends, at most three bytes before the end. */
function lastWhole(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}
