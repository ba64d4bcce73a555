import { byteOrderMark } from '../../text/byte-order-mark.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { contentTypeFindings, plainTextFix } from './content-type-findings.ts';
import { inPayload, payloadFix, type TemplateFinding } from './finding.ts';
import { formBodyFindings } from './form-body-findings.ts';
import { jsonBodyFindings } from './json-body-findings.ts';
import { placeholderFindings, tokensOutsidePayload } from './placeholder-findings.ts';
import { receiverShapeFindings } from './receiver-shape-findings.ts';
import { type CheckContext, type Subject, subjectOf } from './subject.ts';
import { xmlBodyFindings } from './xml-body-findings.ts';

export { applyFix, type FindingPlace, type TemplateFinding, type TemplateFix } from './finding.ts';
export type { CheckContext } from './subject.ts';

/**
 * Runs all checks of a template, in linear time. Never throws. A check has at most 200 findings and one that counts
 * the rest, by `findingsFor`.
 */
export function checkTemplate(
  definition: WebhookDefinition,
  context: CheckContext,
): TemplateFinding[] {
  const subject = subjectOf(definition, context);
  const { findings: ofPlaceholders, reportedPercents } = placeholderFindings(subject);
  return [
    ...emptyTemplate(subject),
    ...byteOrderMarks(subject),
    ...ofPlaceholders,
    ...(subject.json === null ? [] : jsonBodyFindings(subject.json, plainTextFix(subject))),
    ...formBodyFindings(subject, reportedPercents),
    ...xmlBodyFindings(subject),
    ...receiverShapeFindings(subject),
    ...contentTypeFindings(subject),
    ...tokensOutsidePayload(subject),
  ];
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
