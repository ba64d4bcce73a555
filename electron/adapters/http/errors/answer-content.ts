import { z } from 'zod';
import { parseJson } from '#domain/text/parse-json.ts';
import type { Masker } from '../../masking/masker.ts';
import { type Answer, utf8Text } from '../answer.ts';

export function contentOf(answer: Answer, masker: Masker): string {
  const encoding = encodingOf(answer);
  if (encoding !== null)
    return `an answer compressed with “${masker.text(encoding)}”, which was not asked for`;
  const start = answer.prefix.read().kept;
  if (start.length === 0) return 'an empty answer';
  if (start.includes(0)) return 'binary data';
  const text = readableText(answer);
  if (text === null) return 'text that is not in UTF-8';
  if (text === '') return 'an answer of nothing but spaces';
  if (isHtml(answer)) {
    const title = titleOf(text, masker);
    return title === '' ? 'an HTML page without a title' : `an HTML page titled “${title}”`;
  }
  if (text.startsWith('<')) return 'an XML document';
  return jsonKind(text, answer.complete) ?? 'text that is not JSON';
}

function encodingOf(answer: Answer): string | null {
  const encoding = answer.header('content-encoding');
  return encoding === 'identity' ? null : encoding;
}

/** Returns `null` unless the start is plain UTF-8. */
function readableText(answer: Answer): string | null {
  const start = answer.prefix.read().kept;
  if (encodingOf(answer) !== null || start.includes(0)) return null;
  return utf8Text(start, true)?.trimStart() ?? null;
}

export function isHtml(answer: Answer): boolean {
  if (answer.prefix.bytes === 0) return false;
  const type = answer.header('content-type') ?? '';
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return true;
  return htmlStart.test(readableText(answer) ?? '');
}

/** First tag after an XML declaration and comments; written without ambiguity to avoid backtracking. */
const htmlStart =
  /^(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script)\b/is;

function titleOf(html: string, masker: Masker): string {
  const title = /<title\b[^>]*>([^<]*)/i.exec(html)?.[1] ?? '';
  const text = title.replace(/&([a-z]+|#39);/g, (whole, name: string) => entities[name] ?? whole);
  return masker.start(oneLine(text), 100);
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

function jsonKind(text: string, isComplete: boolean): string | null {
  const kinds: Readonly<Record<string, string>> = { '{': 'a JSON object', '[': 'a JSON array' };
  const kind = kinds[text.charAt(0)] ?? null;
  if (!isComplete) return kind;
  if (parseJson(text) !== undefined) return kind ?? 'a single JSON value';
  return kind === null ? null : 'JSON that is damaged';
}

interface Mistake {
  readonly pointer: string;
  readonly detail: string;
}

interface Said {
  readonly detail: string | null;
  readonly mistakes: readonly Mistake[];
}

const longestText = 500;
const mostMistakes = 20;
const maxDepth = 3;

/** Most specific first. Sources: RFC 9457, RFC 6749 §5.2, common frameworks; PEM documents `errormsg`. */
const explaining =
  'detail message error_description description reason errormsg msg error title'.split(' ');
const naming = ['pointer', 'field', 'path', 'loc', 'property', 'name'];
const Members = z.record(z.string(), z.unknown());

export function saidByService(answer: Answer, masker: Masker): Said {
  const text = readableText(answer) ?? '';
  const isJson = /\bjson\b/i.test(answer.header('content-type') ?? '') || /^[[{]/.test(text);
  const isMarkup = isHtml(answer) || (!isJson && text.startsWith('<'));
  const { detail, mistakes } = saidIn(isMarkup ? null : isJson ? parseJson(text) : text, 0);
  // The masker cuts the text: a secret cut in two would no longer be recognized.
  const cut = (long: string): string =>
    long.length > longestText ? `${masker.start(long, longestText)}…` : long;
  return {
    detail: detail === null ? null : cut(detail),
    mistakes: mistakes
      .slice(0, mostMistakes)
      .map((each) => ({ pointer: cut(each.pointer), detail: cut(each.detail) })),
  };
}

export function quoteOf({ detail, mistakes: [first] }: Said, masker: Masker): string {
  const place = first === undefined || first.pointer === '' ? '' : `${first.pointer}: `;
  const mistake = first === undefined || first.detail === detail ? null : place + first.detail;
  const sentences = [detail, mistake]
    .filter((text) => text !== null)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`));
  return sentences.length === 0 ? '' : ` It says: ${masker.text(sentences.join(' '))}`;
}

function saidIn(value: unknown, depth: number): Said {
  if (typeof value === 'string') return { detail: oneLine(value) || null, mistakes: [] };
  if (Array.isArray(value)) return { detail: null, mistakes: mistakesIn(value, depth) };
  const members = depth > maxDepth ? undefined : Members.safeParse(value).data;
  if (members === undefined) return { detail: null, mistakes: [] };
  const said = explaining.map((name) => saidIn(members[name], depth + 1));
  const listed = mistakesIn(members.errors, depth);
  return {
    detail: said.find(({ detail }) => detail !== null)?.detail ?? null,
    mistakes: listed.length > 0 ? listed : said.flatMap(({ mistakes }) => mistakes),
  };
}

function mistakesIn(value: unknown, depth: number): Mistake[] {
  if (depth > maxDepth) return [];
  const entries = Array.isArray(value)
    ? value.map((each: unknown) => ({ place: placeOf(each), each }))
    : Object.entries(membersOf(value)).map(([place, each]) => ({ place, each }));
  return entries.flatMap(({ place, each }) => {
    const { detail, mistakes } = saidIn(each, depth + 1);
    if (detail !== null) return [{ pointer: place, detail }];
    return mistakes.map((mistake) => ({ ...mistake, pointer: mistake.pointer || place }));
  });
}

const membersOf = (value: unknown): Record<string, unknown> => Members.safeParse(value).data ?? {};

/** RFC 9457 pointers are URI fragments with `#`; many services omit it. */
function placeOf(value: unknown): string {
  const members = membersOf(value);
  const place = naming
    .map((name) => members[name])
    .find((each) => Array.isArray(each) || (typeof each === 'string' && each !== ''));
  if (Array.isArray(place)) return place.join('.');
  return typeof place === 'string' ? place.replace(/^#/, '') : '';
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
