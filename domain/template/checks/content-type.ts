import type { Header } from '../../webhook/webhook.ts';
import { parseTemplate, tokenNames } from '../parse.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { listed, shortened } from './phrases.ts';
import type { Subject } from './subject.ts';

/** `unreadable`: not a media type. */
type DeclaredKind = 'json' | 'json-lines' | 'xml' | 'html' | 'form' | 'other' | 'unreadable';

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
/** Source: RFC 7464. */
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

const isReplaceable = ({ kind, type }: ContentType): boolean =>
  kind === 'unreadable' || general.has(type);

export type BodyKind = 'json' | 'xml' | 'html' | 'form' | 'text';

export function bodyKindOf(template: string): BodyKind {
  const begin = template.trimStart().slice(0, 200);
  if (begin.startsWith('{') || /^\[\s*([[{"\]]|$)/.test(begin)) return 'json';
  if (/^<(!doctype\s+html|html)[\s>]/i.test(begin)) return 'html';
  if (/^<[a-z_?!]/i.test(begin)) return 'xml';
  // Slack takes JSON in a form field, which may contain blanks.
  if (/^payload=\s*(\{|%7b)/i.test(begin)) return 'form';
  return /^[\w.~*+%-][\w.~*+%[\]-]*=/.test(begin) && isOneWord(template.trim()) ? 'form' : 'text';
}

const isOneWord = (text: string): boolean => !/\s/.test(text);

export const fittingType: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
};

function agrees({ kind }: ContentType, look: BodyKind): boolean {
  if (look === 'html') return kind === 'html' || kind === 'xml' || kind === 'other';
  if (kind === 'html') return look === 'xml' || look === 'text';
  if (kind === 'json-lines') return look === 'json' || look === 'text';
  // Other types may contain anything, but JSON is rarely meant as another type.
  return kind === look || (kind === 'other' && look !== 'json');
}

/** Finds a missing Content-Type, several that contradict each other, or one that the payload contradicts. */
export function contentTypeFindings(subject: Subject): TemplateFinding[] {
  const { contentType, contentTypes } = subject;
  if (contentType === null) return missing(subject);
  const hasPlaceholder = contentTypes.some(({ value }) => holdsToken(value));
  return contradict(contentTypes)
    ? contradicting(subject, hasPlaceholder ? [] : wrongOnes(subject))
    : disagreeing(subject, contentType);
}

/** Plain words under a JSON Content-Type may be meant as text. */
export function plainTextFix({ contentType, bodyKind, template }: Subject): TemplateFix[] {
  const words = bodyKind === 'text' && !/^\s*[["']/.test(template);
  if (contentType?.kind !== 'json' || !words) return [];
  return replacements(contentType, fittingType.text);
}

function missing({ bodyKind, template }: Subject): TemplateFinding[] {
  if (template.trim() === '') return [];
  const value = fittingType[bodyKind];
  const json = bodyKind === 'json';
  return [
    {
      code: 'no-content-type',
      level: json ? 'warning' : 'note',
      place: { kind: 'webhook' },
      message: json
        ? 'No Content-Type header says that the payload is JSON. The receiver may misread or refuse it.'
        : `No Content-Type header says what the payload is. It looks like ${value.split(';', 1)[0] ?? value}.`,
      fixes: [
        {
          title: `Add Content-Type: ${value}`,
          changes: [{ kind: 'add-header', name: 'Content-Type', value }],
        },
      ],
    },
  ];
}

/** Equal values, or a missing charset, do not contradict. */
function contradict(types: readonly ContentType[]): boolean {
  const mediaTypes = new Set(types.map(({ type }) => type));
  const charsets = new Set(types.flatMap(({ charset }) => charset ?? []));
  return mediaTypes.size > 1 || charsets.size > 1;
}

function contradicting(
  { contentTypes }: Subject,
  wrong: readonly ContentType[],
): TemplateFinding[] {
  const second = contentTypes[1];
  if (second === undefined) return [];
  const values = contentTypes.map(({ value }) => `“${shortened(value)}”`);
  return [
    {
      code: 'content-types-contradict',
      level: 'warning',
      place: placeOf(second),
      message: `The Content-Type headers contradict each other: ${listed(values, 'and')}. Receivers use either one or refuse the request. Remove the wrong one.`,
      fixes: wrong.map(({ index, value }) => ({
        title: `Remove Content-Type: ${shortened(value)}`,
        changes: [{ kind: 'remove-header', index }],
      })),
    },
  ];
}

function wrongOnes(subject: Subject): ContentType[] {
  if (subject.template.trim() === '') return [];
  const look = bodyLook(subject);
  const wrong = subject.contentTypes.filter((each) => !agrees(each, look));
  const isClear = wrong.length === 1 && subject.contentTypes.length === 2;
  return isClear ? wrong : [];
}

function disagreeing(subject: Subject, contentType: ContentType): TemplateFinding[] {
  if (subject.template.trim() === '' || holdsToken(contentType.value)) return [];
  const problem = problemWith(contentType, bodyLook(subject));
  if (problem === null) return [];
  return [
    {
      code: 'content-type-disagrees',
      ...problem,
      place: placeOf(contentType),
      fixes: replacements(contentType, fittingType[subject.bodyKind]),
    },
  ];
}

function problemWith(
  contentType: ContentType,
  look: BodyKind,
): Pick<TemplateFinding, 'level' | 'message'> | null {
  const { kind, type, value } = contentType;
  if (kind === 'unreadable') {
    const said =
      value.trim() === ''
        ? 'The Content-Type is empty'
        : `“${shortened(value)}” is not a media type`;
    return {
      level: 'warning',
      message: `${said}. A media type has two words with a slash between them, such as application/json.`,
    };
  }
  if (look === 'text' || agrees(contentType, look)) return null;
  const looks = look === 'form' ? 'a form' : look.toUpperCase();
  return {
    level: kind === 'other' ? 'note' : 'warning',
    message: `The Content-Type says ${shortened(type)}, but the payload looks like ${looks}. The receiver may misread or refuse it.`,
  };
}

/** `json` only for an object or a list of objects that is JSON in some scenario. */
function bodyLook({ bodyKind, template, payloads }: Subject): BodyKind {
  if (bodyKind !== 'json') return bodyKind;
  const structured = /^\s*(\{|\[\s*\{)/.test(template);
  return structured && payloads.some(({ isJson }) => isJson === true) ? 'json' : 'text';
}

const holdsToken = (value: string): boolean => tokenNames(parseTemplate(value)).length > 0;

const placeOf = ({ index, value }: ContentType): TemplateFinding['place'] => ({
  kind: 'header',
  index,
  start: 0,
  end: value.length,
});

const replacements = (contentType: ContentType, value: string): TemplateFix[] =>
  isReplaceable(contentType)
    ? [
        {
          title: `Change the Content-Type to ${value}`,
          changes: [{ kind: 'replace-header-value', index: contentType.index, value }],
        },
      ]
    : [];
