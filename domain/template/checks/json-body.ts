import { breakingValues } from './breaking-value.ts';
import { duplicateMembers } from './duplicate-member.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { notJson } from './not-json.ts';
import type { JsonSubject } from './subject.ts';
import { tokenTroubles } from './token-troubles.ts';
import { unquotedTokens } from './unquoted-token.ts';

/** @param ifNot fixes for a text that is not JSON at all */
export function jsonBody(json: JsonSubject, ifNot: readonly TemplateFix[]): TemplateFinding[] {
  const troubles = tokenTroubles(json);
  return [
    ...notJson(json, troubles, ifNot),
    ...duplicateMembers(json),
    ...unquotedTokens(json, troubles.bare),
    ...breakingValues(json, troubles.quoted),
  ];
}
