import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { byteOrderMark } from '../characters.ts';
import { parseTemplate, tokenNames } from '../parse-template.ts';
import {
  typeFitsBody,
  type BodyKind,
  type ContentType,
  fittingType,
  isReplaceable,
} from './content-type.ts';
import { inPayload, payloadFix, type TemplateFinding, type TemplateFix } from './finding.ts';
import { formBody } from './form-body.ts';
import { jsonBody } from './json-body.ts';
import { listed, shortened } from './phrases.ts';
import {
  type SpacedName,
  spacedNames,
  spacesInPlaceholders,
  tokensOutsidePayload,
  unclosedPercents,
  unknownTokens,
  wrongCases,
} from './placeholders.ts';
import { receiverShape } from './receiver-shape.ts';
import { type CheckContext, type Subject, subjectOf } from './subject.ts';
import { xmlBody } from './xml-body.ts';

export { applyFix, type FindingPlace, type TemplateFinding, type TemplateFix } from './finding.ts';
export type { CheckContext } from './subject.ts';

/**
 * Runs all checks of a template. At most 200 findings per check, and one that counts the rest. Never throws. Takes
 * linear time.
 */
export function checkTemplate(
  definition: WebhookDefinition,
  context: CheckContext,
): TemplateFinding[] {
  const subject = subjectOf(definition, context);
  const spaced = spacedNames(subject);
  const unclosed = unclosedPercents(subject, spaced);
  return [
    ...emptyTemplate(subject),
    ...byteOrderMarks(subject),
    ...unknownTokens(subject),
    ...wrongCases(subject),
    ...spacesInPlaceholders(subject, spaced),
    ...unclosed,
    ...(subject.json === null ? [] : jsonBody(subject.json, plainTextFix(subject))),
    ...formBody(subject, reportedPercents(spaced, unclosed)),
    ...xmlBody(subject),
    ...receiverShape(subject),
    ...contentTypeFindings(subject),
    ...tokensOutsidePayload(subject),
  ];
}

/** Offsets of the percent signs that other checks report, which the check of forms leaves out. */
function reportedPercents(
  spaced: readonly SpacedName[],
  unclosed: readonly TemplateFinding[],
): ReadonlySet<number> {
  const places = [
    ...spaced,
    ...unclosed.flatMap(({ place }) => (place.kind === 'payload' ? [place] : [])),
  ];
  return new Set(places.flatMap(({ start, end }) => [start, end - 1]));
}

function emptyTemplate({ template }: Subject): TemplateFinding[] {
  if (template.trim() !== '') return [];
  return [
    {
      code: 'empty-template',
      level: 'warning',
      place: { kind: 'payload', start: 0, end: template.length },
      message:
        'The payload template is empty, so the receiver learns nothing about the alert. Write what it should get, for example %AlertName%.',
      fixes: [],
    },
  ];
}

/** XML allows a byte order mark. */
function byteOrderMarks({ template, expectedFormat }: Subject): TemplateFinding[] {
  if (!template.startsWith(byteOrderMark) || expectedFormat === 'xml') return [];
  const mark = { start: 0, end: 1 };
  return [
    {
      code: 'byte-order-mark',
      level: expectedFormat === null ? 'note' : 'warning',
      place: inPayload(mark),
      message: `The payload starts with an invisible byte order mark (U+FEFF). ${consequence(expectedFormat)} Remove it.`,
      fixes: [payloadFix('Remove the byte order mark', mark, '')],
    },
  ];
}

function consequence(expectedFormat: Subject['expectedFormat']): string {
  if (expectedFormat === null) return 'The receiver gets it as part of the text.';
  return expectedFormat === 'form'
    ? 'It becomes part of the first name.'
    : 'Many receivers refuse JSON that starts with it.';
}

/** Finds a missing Content-Type, several that contradict each other, or one that the payload contradicts. */
function contentTypeFindings(subject: Subject): TemplateFinding[] {
  const { contentType, contentTypes } = subject;
  if (contentType === null) return missingContentType(subject);
  const hasPlaceholder = contentTypes.some(({ value }) => holdsToken(value));
  return doContradict(contentTypes)
    ? contradictingContentTypes(subject, hasPlaceholder ? [] : wrongContentTypes(subject))
    : disagreeingContentType(subject, contentType);
}

/** Plain words under a JSON Content-Type may be meant as text. */
function plainTextFix({ contentType, bodyKind, template }: Subject): TemplateFix[] {
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

/** The header that does not agree with the payload; none unless exactly one of two does not. */
function wrongContentTypes(subject: Subject): ContentType[] {
  if (subject.template.trim() === '') return [];
  const look = bodyLook(subject);
  const wrong = subject.contentTypes.filter((contentType) => !typeFitsBody(contentType, look));
  const isClear = wrong.length === 1 && subject.contentTypes.length === 2;
  return isClear ? wrong : [];
}

function disagreeingContentType(subject: Subject, contentType: ContentType): TemplateFinding[] {
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
    const problem =
      value.trim() === ''
        ? 'The Content-Type is empty'
        : `“${shortened(value)}” is not a media type`;
    return {
      level: 'warning',
      message: `${problem}. A media type has two words with a slash between them, such as application/json.`,
    };
  }
  if (look === 'text' || typeFitsBody(contentType, look)) return null;
  const lookInWords = look === 'form' ? 'a form' : look.toUpperCase();
  return {
    level: kind === 'other' ? 'note' : 'warning',
    message: `The Content-Type says ${shortened(type)}, but the payload looks like ${lookInWords}. The receiver may misread or refuse it.`,
  };
}

/** `json` only for an object or a list of objects that is JSON in some scenario. */
function bodyLook({ bodyKind, template, payloads }: Subject): BodyKind {
  if (bodyKind !== 'json') return bodyKind;
  const isStructured = /^\s*(\{|\[\s*\{)/.test(template);
  return isStructured && payloads.some(({ isJson }) => isJson === true) ? 'json' : 'text';
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
