import { tokenNames, parseTemplate } from '../parse.ts';
import {
  agrees,
  type BodyKind,
  type ContentType,
  fittingType,
  isReplaceable,
} from './content-type.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { listed, shortened } from './phrases.ts';
import type { Subject } from './subject.ts';

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
