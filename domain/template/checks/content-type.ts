import type { Header } from '../../webhook/webhook.ts';
import { parseTemplate } from '../parse.ts';

/** What a Content-Type says of a body; `unreadable` is no media type. */
export type DeclaredKind = 'json' | 'json-lines' | 'xml' | 'html' | 'form' | 'other' | 'unreadable';

/** The header that says what a body is. */
export interface ContentType {
  /** The header's position. */
  readonly index: number;
  readonly value: string;
  /** The media type in lower case, without parameters. */
  readonly type: string;
  /** The charset in lower case, or `null` where none is given. */
  readonly charset: string | null;
  readonly kind: DeclaredKind;
}

/** All headers of the name, in their order. */
export function contentTypesOf(headers: readonly Header[]): ContentType[] {
  return headers.flatMap(({ name, value }, index) => {
    if (name.trim().toLowerCase() !== 'content-type') return [];
    const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
    const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(value)?.[1]?.toLowerCase() ?? null;
    return [{ index, value, type, charset, kind: kindOf(type) }];
  });
}

/** JSON values in lines; none of these is registered, all are in use. */
const jsonLines =
  /^(application|text)\/((x-)?(nd-?json|jsonl|json-?lines|ldjson)|x-json-stream|stream\+json)$/;
/** A word of its own in the subtype: `json-rpc`, `x-amz-json-1.1`, `vnd.acme.v2+json`; not `json5`. */
const json = /^[a-z]+\/(.*[-.+])?json([-.+].*)?$/;
/** Records of JSON behind separators of their own. Source: RFC 7464. */
const jsonSequence = /[/+]json-seq$/;

/** Source of the suffixes: RFC 6839. */
function kindOf(type: string): DeclaredKind {
  if (!/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type)) return 'unreadable';
  if (jsonLines.test(type)) return 'json-lines';
  if (json.test(type) && !jsonSequence.test(type)) return 'json';
  if (/^(application|text)\/(x-)?xml$|\+xml$/.test(type)) return 'xml';
  if (type === 'text/html') return 'html';
  return type === 'application/x-www-form-urlencoded' ? 'form' : 'other';
}

/** Types that say nothing in particular, so that a better one does no harm in their place. */
const general = new Set([
  'text/plain',
  'text/html',
  'text/xml',
  'text/json',
  'application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/x-json',
  'text/javascript',
  'application/javascript',
]);

/** Whether another type may be offered in the place of this one. */
export const isReplaceable = ({ kind, type }: ContentType): boolean =>
  kind === 'unreadable' || general.has(type);

/** What a body looks like by how it begins, tokens aside. */
export type BodyKind = 'json' | 'xml' | 'html' | 'form' | 'text';

export function bodyKindOf(template: string): BodyKind {
  const begin = template.trimStart().slice(0, 200);
  if (begin.startsWith('{') || /^\[\s*([[{"\]]|$)/.test(begin)) return 'json';
  if (/^<(!doctype\s+html|html)[\s>]/i.test(begin)) return 'html';
  if (/^<[a-z_?!]/i.test(begin)) return 'xml';
  // What Slack takes in a form is JSON, which may hold blanks.
  if (/^payload=\s*(\{|%7b)/i.test(begin)) return 'form';
  return /^[\w.~*+%-][\w.~*+%[\]-]*=/.test(begin) && isOneWord(template.trim()) ? 'form' : 'text';
}

const isOneWord = (text: string): boolean => !/\s/.test(text);

/** The media type that fits what a body looks like. */
export function fittingType(kind: BodyKind): string {
  switch (kind) {
    case 'json':
      return 'application/json';
    case 'xml':
      return 'application/xml';
    case 'html':
      return 'text/html; charset=utf-8';
    case 'form':
      return 'application/x-www-form-urlencoded';
    case 'text':
      return 'text/plain; charset=utf-8';
  }
}

/** Whether a header's value holds a token, so that nobody knows what is sent. */
export const holdsToken = (value: string): boolean =>
  parseTemplate(value).some(({ kind }) => kind === 'token');

/** Whether a Content-Type suits what a body looks like. */
export function agrees({ kind }: ContentType, look: BodyKind): boolean {
  if (look === 'html') return kind === 'html' || kind === 'xml' || kind === 'other';
  if (kind === 'html') return look === 'xml' || look === 'text';
  if (kind === 'json-lines') return look === 'json' || look === 'text';
  // Other types can hold anything, and only JSON is hardly ever meant to be something else.
  return kind === look || (kind === 'other' && look !== 'json');
}
