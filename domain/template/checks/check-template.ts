import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { byteOrderMarks } from './byte-order-mark.ts';
import { contradictingContentTypes } from './contradicting-content-types.ts';
import { disagreeingContentType } from './disagreeing-content-type.ts';
import { emptyTemplate } from './empty-template.ts';
import type { TemplateFinding } from './finding.ts';
import { formBody } from './form-body.ts';
import { jsonBody } from './json-body.ts';
import { missingContentType } from './missing-content-type.ts';
import { plainTextFix } from './plain-text-fix.ts';
import { receiverShape } from './receiver-shape.ts';
import { type SpacedName, spacedNames, spacesInPlaceholders } from './space-in-placeholder.ts';
import { type CheckContext, subjectOf } from './subject.ts';
import { tokensInHeaders, tokensInUrl } from './token-outside-payload.ts';
import { unclosedPercents } from './unclosed-percent.ts';
import { unknownTokens } from './unknown-token.ts';
import { wrongCases } from './wrong-case.ts';
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
    ...formBody(subject, percentsOf(spaced, unclosed)),
    ...xmlBody(subject),
    ...receiverShape(subject),
    ...missingContentType(subject),
    ...contradictingContentTypes(subject),
    ...disagreeingContentType(subject),
    ...tokensInUrl(subject),
    ...tokensInHeaders(subject),
  ];
}

function percentsOf(
  spaced: readonly SpacedName[],
  unclosed: readonly TemplateFinding[],
): ReadonlySet<number> {
  const places = [
    ...spaced,
    ...unclosed.flatMap(({ place }) => (place.kind === 'payload' ? [place] : [])),
  ];
  return new Set(places.flatMap(({ start, end }) => [start, end - 1]));
}
