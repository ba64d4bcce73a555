import { z } from 'zod';
import { parseJson } from '#domain/text/parse-json.ts';
import type { KnownSecretMasker } from '#domain/secrets/known-secret-masker.ts';
import { type Answer, utf8Text } from '../answer.ts';

/** What an answer contains, in words. */
export function contentOf(answer: Answer, masker: KnownSecretMasker): string {
  const encoding = encodingOf(answer);
  if (encoding !== null) {
    return `an answer compressed with “${masker.text(encoding)}”, which was not asked for`;
  }
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

function titleOf(html: string, masker: KnownSecretMasker): string {
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

/** How a service explains its error. */
interface Explanation {
  readonly detail: string | null;
  readonly mistakes: readonly Mistake[];
}

const longestText = 500;
const mostMistakes = 20;
const maxDepth = 3;

/** Most specific first. Sources: RFC 9457, RFC 6749 §5.2, common frameworks; PEM documents `errormsg`. */
const explanationMembers =
  'detail message error_description description reason errormsg msg error title'.split(' ');
const placeMembers = ['pointer', 'field', 'path', 'loc', 'property', 'name'];
const Members = z.record(z.string(), z.unknown());

export function explanationOf(answer: Answer, masker: KnownSecretMasker): Explanation {
  const text = readableText(answer) ?? '';
  const isJson = /\bjson\b/i.test(answer.header('content-type') ?? '') || /^[[{]/.test(text);
  const isMarkup = isHtml(answer) || (!isJson && text.startsWith('<'));
  const { detail, mistakes } = explanationIn(isMarkup ? null : isJson ? parseJson(text) : text, 0);
  // The masker cuts the text: a secret cut in two would no longer be recognized.
  const cut = (text: string): string =>
    text.length > longestText ? `${masker.start(text, longestText)}…` : text;
  return {
    detail: detail === null ? null : cut(detail),
    mistakes: mistakes
      .slice(0, mostMistakes)
      .map((mistake) => ({ pointer: cut(mistake.pointer), detail: cut(mistake.detail) })),
  };
}

/** A sentence that quotes the explanation, with a space before it; empty without an explanation. */
export function quoteOf(
  { detail, mistakes: [first] }: Explanation,
  masker: KnownSecretMasker,
): string {
  const place = first === undefined || first.pointer === '' ? '' : `${first.pointer}: `;
  const mistake = first === undefined || first.detail === detail ? null : place + first.detail;
  const sentences = [detail, mistake]
    .filter((text) => text !== null)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`));
  return sentences.length === 0 ? '' : ` It says: ${masker.text(sentences.join(' '))}`;
}

function explanationIn(value: unknown, depth: number): Explanation {
  if (typeof value === 'string') return { detail: oneLine(value) || null, mistakes: [] };
  if (Array.isArray(value)) return { detail: null, mistakes: mistakesIn(value, depth) };
  const members = depth > maxDepth ? undefined : Members.safeParse(value).data;
  if (members === undefined) return { detail: null, mistakes: [] };
  const explanations = explanationMembers.map((name) => explanationIn(members[name], depth + 1));
  const listed = mistakesIn(members.errors, depth);
  return {
    detail: explanations.find(({ detail }) => detail !== null)?.detail ?? null,
    mistakes: listed.length > 0 ? listed : explanations.flatMap(({ mistakes }) => mistakes),
  };
}

function mistakesIn(value: unknown, depth: number): Mistake[] {
  if (depth > maxDepth) return [];
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => ({ place: placeOf(item), item }))
    : Object.entries(membersOf(value)).map(([place, item]) => ({ place, item }));
  return entries.flatMap(({ place, item }) => {
    const { detail, mistakes } = explanationIn(item, depth + 1);
    if (detail !== null) return [{ pointer: place, detail }];
    return mistakes.map((mistake) => ({ ...mistake, pointer: mistake.pointer || place }));
  });
}

const membersOf = (value: unknown): Record<string, unknown> => Members.safeParse(value).data ?? {};

/** RFC 9457 pointers are URI fragments with `#`; many services omit it. */
function placeOf(value: unknown): string {
  const members = membersOf(value);
  const place = placeMembers
    .map((name) => members[name])
    .find((member) => Array.isArray(member) || (typeof member === 'string' && member !== ''));
  if (Array.isArray(place)) return place.join('.');
  return typeof place === 'string' ? place.replace(/^#/, '') : '';
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
