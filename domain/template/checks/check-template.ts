import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { byteOrderMark } from '../characters.ts';
import { contentTypeFindings, plainTextFix } from './content-type-checks.ts';
import { inPayload, payloadFix, type TemplateFinding } from './finding.ts';
import { formBody } from './form-body.ts';
import { jsonBody } from './json-body.ts';
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

/** At most 200 findings per check, and one that counts the rest. Never throws. Takes linear time. */
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
function byteOrderMarks({ template, meantAs }: Subject): TemplateFinding[] {
  if (!template.startsWith(byteOrderMark) || meantAs === 'xml') return [];
  const mark = { start: 0, end: 1 };
  return [
    {
      code: 'byte-order-mark',
      level: meantAs === null ? 'note' : 'warning',
      place: inPayload(mark),
      message: `The payload starts with an invisible byte order mark (U+FEFF). ${consequence(meantAs)} Remove it.`,
      fixes: [payloadFix('Remove the byte order mark', mark, '')],
    },
  ];
}

function consequence(meantAs: Subject['meantAs']): string {
  if (meantAs === null) return 'The receiver gets it as part of the text.';
  return meantAs === 'form'
    ? 'It becomes part of the first name.'
    : 'Many receivers refuse JSON that starts with it.';
}
