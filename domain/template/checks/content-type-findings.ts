import { parseTemplate, tokenNames } from '../parse-template.ts';
import {
  type BodyKind,
  type ContentType,
  fittingType,
  isReplaceable,
  typeFitsBody,
} from './content-type.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { listed, shortened } from './phrases.ts';
import type { Subject } from './subject.ts';

/** Finds a missing Content-Type, several that contradict each other, or one that the payload contradicts. */
export function contentTypeFindings(subject: Subject): TemplateFinding[] {
  const { contentType, contentTypes } = subject;
  if (contentType === null) return missingContentType(subject);
  if (!doContradict(contentTypes)) return disagreeingContentType(subject, contentType);
  const isUncertain = contentTypes.some(({ value }) => hasPlaceholder(value));
  return contradictingContentTypes(subject, isUncertain ? [] : wrongContentTypes(subject));
}

/** Changes a JSON Content-Type to text/plain: plain words under it may be meant as text. */
export function plainTextFix({ contentType, bodyKind, template }: Subject): TemplateFix[] {
  const isPlainText = bodyKind === 'text' && !/^\s*[["']/.test(template);
  if (contentType?.kind !== 'json' || !isPlainText) return [];
  return replacements(contentType, fittingType.text);
}

function missingContentType({ bodyKind, template }: Subject): TemplateFinding[] {
  if (template.trim() === '') return [];
  const value = fittingType[bodyKind];
  const isJson = bodyKind === 'json';
  return [
    {
      code: 'no-content-type',
      level: isJson ? 'warning' : 'note',
      place: { kind: 'webhook' },
      message: isJson
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
function doContradict(types: readonly ContentType[]): boolean {
  const mediaTypes = new Set(types.map(({ type }) => type));
  const charsets = new Set(types.flatMap(({ charset }) => charset ?? []));
  return mediaTypes.size > 1 || charsets.size > 1;
}

function contradictingContentTypes(
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

/** The header that does not agree with the payload; none unless exactly one of two does not, so none of three. */
function wrongContentTypes(subject: Subject): ContentType[] {
  if (subject.template.trim() === '') return [];
  const bodyKind = certainBodyKind(subject);
  const wrong = subject.contentTypes.filter((contentType) => !typeFitsBody(contentType, bodyKind));
  const isClear = wrong.length === 1 && subject.contentTypes.length === 2;
  return isClear ? wrong : [];
}

function disagreeingContentType(subject: Subject, contentType: ContentType): TemplateFinding[] {
  if (subject.template.trim() === '' || hasPlaceholder(contentType.value)) return [];
  const problem = problemWith(contentType, certainBodyKind(subject));
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
  bodyKind: BodyKind,
): Pick<TemplateFinding, 'level' | 'message'> | null {
  const { kind, type, value } = contentType;
  if (kind === 'unreadable') {
    const problem =
      value.trim() === ''
        ? 'The Content-Type is empty'
        : `“${shortened(value)}” is not a media type`;
    return {
      level: 'warning',
      message: `${problem}. A media type has two words with a slash between them, such as application/json.`,
    };
  }
  if (bodyKind === 'text' || typeFitsBody(contentType, bodyKind)) return null;
  const kindInWords = bodyKind === 'form' ? 'a form' : bodyKind.toUpperCase();
  return {
    level: kind === 'other' ? 'note' : 'warning',
    message: `The Content-Type says ${shortened(type)}, but the payload looks like ${kindInWords}. The receiver may misread or refuse it.`,
  };
}

/** As `bodyKind`, but `json` only for an object or a list of objects that is JSON in some scenario, else `text`. */
function certainBodyKind({ bodyKind, template, payloads }: Subject): BodyKind {
  if (bodyKind !== 'json') return bodyKind;
  const isStructured = /^\s*(\{|\[\s*\{)/.test(template);
  return isStructured && payloads.some(({ isJson }) => isJson === true) ? 'json' : 'text';
}

const hasPlaceholder = (value: string): boolean => tokenNames(parseTemplate(value)).length > 0;

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
