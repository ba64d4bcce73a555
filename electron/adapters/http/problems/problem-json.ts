import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { Masker } from '../../masking/masker.ts';
import { isHtml, readableText } from './what-came.ts';

export interface SaidByService {
  /** What the service says is wrong; `null` where it says nothing. */
  readonly detail: string | null;
  /** Single mistakes; each with its place in the request, or `''` where none is named. */
  readonly errors: readonly Mistake[];
}

interface Mistake {
  readonly pointer: string;
  readonly detail: string;
}

const longest = 500;
const most = 20;
const deepest = 3;
const silent: SaidByService = { detail: null, errors: [] };

/** Members that explain an error, the most telling first. Sources: RFC 9457, RFC 6749 §5.2, common frameworks. */
const explaining = [
  'detail',
  'message',
  'error_description',
  'description',
  'reason',
  'msg',
  'error',
  'title',
];
const naming = ['pointer', 'field', 'path', 'loc', 'property', 'name'];
const Members = z.record(z.string(), z.unknown());

/** What an error answer says of itself: problem details, other JSON of common shapes, or plain text. */
export function saidByService(answer: Answer, masker: Masker): SaidByService {
  const text = readableText(answer);
  if (text === null || isHtml(answer)) return silent;
  const { detail, errors } = textSays(text, answer.header('content-type') ?? '');
  return {
    detail: detail === null ? null : brief(detail, masker),
    errors: errors.slice(0, most).map((error) => ({
      pointer: brief(error.pointer, masker),
      detail: brief(error.detail, masker),
    })),
  };
}

/** The sentence that quotes what a service says; `null` where it says nothing. */
export function quotedWords({ detail, errors }: SaidByService): string | null {
  const [first] = errors;
  const mistake =
    first === undefined || first.detail === detail
      ? null
      : `${first.pointer === '' ? '' : `${first.pointer}: `}${first.detail}`;
  const parts = [detail, mistake].filter((part) => part !== null).map(asSentence);
  return parts.length === 0 ? null : `It says: ${parts.join(' ')}`;
}

function textSays(text: string, contentType: string): SaidByService {
  const isJson = /\bjson\b/i.test(contentType) || /^[[{]/.test(text);
  if (!isJson) return text.startsWith('<') ? silent : { detail: plain(text), errors: [] };
  return valueSays(parsed(text), 0);
}

function valueSays(value: unknown, depth: number): SaidByService {
  if (typeof value === 'string') return { detail: plain(value), errors: [] };
  if (Array.isArray(value)) return { detail: null, errors: mistakesIn(value, depth) };
  const members = Members.safeParse(value).data;
  if (members === undefined || depth > deepest) return silent;
  const said = explaining.map((name) => valueSays(members[name], depth + 1));
  const listed = mistakesIn(members.errors, depth);
  return {
    detail: said.find(({ detail }) => detail !== null)?.detail ?? null,
    errors: listed.length > 0 ? listed : said.flatMap(({ errors }) => errors),
  };
}

/** A list of texts or objects, or an object that has them by the name of a field. */
function mistakesIn(value: unknown, depth: number): Mistake[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) {
    return value.flatMap((each) => mistake(each, placeOf(each), depth));
  }
  const byField = Members.safeParse(value).data ?? {};
  return Object.entries(byField).flatMap(([field, each]) => mistake(each, field, depth));
}

function mistake(value: unknown, pointer: string, depth: number): Mistake[] {
  const { detail, errors } = valueSays(value, depth + 1);
  if (detail !== null) return [{ pointer, detail }];
  return errors.map((error) => ({ ...error, pointer: error.pointer || pointer }));
}

function placeOf(value: unknown): string {
  const members = Members.safeParse(value).data ?? {};
  for (const name of naming) {
    const place = members[name];
    // RFC 9457 has pointers as fragments of a URI, with `#` before them; many services leave it out.
    if (typeof place === 'string' && place !== '') return place.replace(/^#/, '');
    if (Array.isArray(place)) return place.join('.');
  }
  return '';
}

/** One line without needless spaces; `null` where nothing is left. */
function plain(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? null : line;
}

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Cut by the masker, so that no secret is cut in two and then not known again. */
const brief = (text: string, masker: Masker): string =>
  text.length > longest ? `${masker.start(text, longest)}…` : text;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
