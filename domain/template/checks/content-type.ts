import type { Header } from '../../webhook/webhook.ts';

/** `unreadable`: not a media type. */
export type DeclaredKind = 'json' | 'json-lines' | 'xml' | 'html' | 'form' | 'other' | 'unreadable';

/** A Content-Type header. `index` is its position among the headers. */
export interface ContentType {
  readonly index: number;
  readonly value: string;
  /** Lower case, without parameters. */
  readonly type: string;
  /** Lower case; `null` without a charset. */
  readonly charset: string | null;
  readonly kind: DeclaredKind;
}

export function contentTypesOf(headers: readonly Header[]): ContentType[] {
  return headers.flatMap(({ name, value }, index) => {
    if (name.trim().toLowerCase() !== 'content-type') return [];
    const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
    const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(value)?.[1]?.toLowerCase() ?? null;
    return [{ index, value, type, charset, kind: kindOf(type) }];
  });
}

/** JSON Lines has no registered type. All of these are in use. */
const jsonLines =
  /^(application|text)\/((x-)?(nd-?json|jsonl|json-?lines|ldjson)|x-json-stream|stream\+json)$/;
/** Matches `json-rpc`, `x-amz-json-1.1`, `vnd.acme.v2+json`, but not `json5`. */
const json = /^[a-z]+\/(.*[-.+])?json([-.+].*)?$/;
/** Records with separators, which are not one JSON text. Source: RFC 7464. */
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

/** Generic types that a specific one may replace. */
const genericTypes = new Set([
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

export const isReplaceable = ({ kind, type }: ContentType): boolean =>
  kind === 'unreadable' || genericTypes.has(type);

/** What a body looks like by its first characters. */
export type BodyKind = 'json' | 'xml' | 'html' | 'form' | 'text';

export function bodyKindOf(template: string): BodyKind {
  const begin = template.trimStart().slice(0, 200);
  // “[Acme] Disk full” is text: an array has an array, an object, a text or nothing as its first item here.
  if (begin.startsWith('{') || /^\[\s*([[{"\]]|$)/.test(begin)) return 'json';
  if (/^<(!doctype\s+html|html)[\s>]/i.test(begin)) return 'html';
  if (/^<[a-z_?!]/i.test(begin)) return 'xml';
  // Slack takes JSON in a form field, which may contain blanks.
  if (/^payload=\s*(\{|%7b)/i.test(begin)) return 'form';
  return /^[\w.~*+%-][\w.~*+%[\]-]*=/.test(begin) && isOneWord(template.trim()) ? 'form' : 'text';
}

const isOneWord = (text: string): boolean => !/\s/.test(text);

/** The Content-Type that a fix proposes. */
export const fittingType: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
};

/** Whether a body of this kind can have the Content-Type. */
export function typeFitsBody({ kind }: ContentType, body: BodyKind): boolean {
  if (body === 'html') return kind === 'html' || kind === 'xml' || kind === 'other';
  if (kind === 'html') return body === 'xml' || body === 'text';
  if (kind === 'json-lines') return body === 'json' || body === 'text';
  // Other types may contain anything, but JSON is rarely meant as another type.
  return kind === body || (kind === 'other' && body !== 'json');
}
