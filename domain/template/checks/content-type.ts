import type { Header } from '../../webhook/webhook.ts';
import { parseTemplate } from '../parse.ts';

/** What a Content-Type says of a body; `unreadable` is no media type. */
export type DeclaredKind = 'json' | 'xml' | 'form' | 'other' | 'unreadable';

/** The header that says what a body is. */
export interface ContentType {
  /** The header's position. */
  readonly index: number;
  readonly value: string;
  /** The media type in lower case, without parameters. */
  readonly type: string;
  readonly kind: DeclaredKind;
}

/** The first header of the name, as receivers read it, or `null` where there is none. */
export function contentTypeOf(headers: readonly Header[]): ContentType | null {
  const index = headers.findIndex(({ name }) => name.trim().toLowerCase() === 'content-type');
  const value = headers[index]?.value;
  if (value === undefined) return null;
  const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
  return { index, value, type, kind: kindOf(type) };
}

/** Source of the suffixes: RFC 6839. */
function kindOf(type: string): DeclaredKind {
  if (!/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type)) return 'unreadable';
  if (/^(application|text)\/json$|\+json$/.test(type)) return 'json';
  if (/^(application|text)\/xml$|\+xml$|^text\/html$/.test(type)) return 'xml';
  return type === 'application/x-www-form-urlencoded' ? 'form' : 'other';
}

/** What a body looks like by how it begins, tokens aside. */
export type BodyKind = 'json' | 'xml' | 'html' | 'form' | 'text';

export function bodyKindOf(template: string): BodyKind {
  const begin = template.trimStart().slice(0, 200);
  if (begin.startsWith('{') || /^\[\s*([[{"\]]|$)/.test(begin)) return 'json';
  if (/^<(!doctype\s+html|html)[\s>]/i.test(begin)) return 'html';
  if (/^<[a-z_?!]/i.test(begin)) return 'xml';
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
