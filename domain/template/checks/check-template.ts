import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { breakingValues } from './breaking-value.ts';
import { disagreeingContentType } from './disagreeing-content-type.ts';
import { emptyTemplate } from './empty-template.ts';
import type { TemplateFinding } from './finding.ts';
import { missingContentType } from './missing-content-type.ts';
import { notJson } from './not-json.ts';
import { receiverShape } from './receiver-shape.ts';
import { type CheckContext, subjectOf } from './subject.ts';
import { tokensInHeaders, tokensInUrl } from './token-outside-payload.ts';
import { tokenTroubles } from './token-troubles.ts';
import { unclosedPercents } from './unclosed-percent.ts';
import { unknownTokens } from './unknown-token.ts';
import { unquotedTokens } from './unquoted-token.ts';
import { wrongCases } from './wrong-case.ts';

export { applyFix } from './apply-fix.ts';
export type { FindingPlace, TemplateFinding, TemplateFix } from './finding.ts';
export type { CheckContext } from './subject.ts';

/**
 * What a person should look at in the template of a webhook, and in what goes with it: URL and
 * headers. Payloads are judged as they are in every scenario under the chosen rule set. Nothing of it
 * stops publishing.
 *
 * In the order of the checks; of one check at most 200 findings, and one more that counts the rest.
 * Never throws; takes time in proportion to the length of the template and of its payloads.
 */
export function checkTemplate(
  definition: WebhookDefinition,
  context: CheckContext,
): TemplateFinding[] {
  const subject = subjectOf(definition, context);
  const troubles = tokenTroubles(subject);
  return [
    ...emptyTemplate(subject),
    ...unknownTokens(subject),
    ...wrongCases(subject),
    ...unclosedPercents(subject),
    ...notJson(subject, troubles),
    ...unquotedTokens(subject, troubles.bare),
    ...breakingValues(subject, troubles.quoted),
    ...receiverShape(subject),
    ...missingContentType(subject),
    ...disagreeingContentType(subject),
    ...tokensInUrl(subject),
    ...tokensInHeaders(subject),
  ];
}
