import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { byteOrderMarks, emptyTemplate } from './any-payload.ts';
import { contentTypeFindings, plainTextFix } from './content-type-checks.ts';
import type { TemplateFinding } from './finding.ts';
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
import { type CheckContext, subjectOf } from './subject.ts';
import { xmlBody } from './xml-body.ts';

export { applyFix } from './apply-fix.ts';
export type { FindingPlace, TemplateFinding, TemplateFix } from './finding.ts';
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
