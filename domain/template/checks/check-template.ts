import type { WebhookDefinition } from '../../webhook/webhook.ts';
import type { OwnToken } from '../own-tokens.ts';
import type { RuleSetName } from '../rule-sets.ts';
import type { SampleEdits } from '../samples.ts';
import type { TemplateFinding } from './finding.ts';

export type { Change, FindingPlace, TemplateFinding, TemplateFix } from './finding.ts';
export { applyFix } from './apply-fix.ts';

/** What a template is checked with, beside its webhook. */
export interface CheckContext {
  readonly ownTokens: readonly OwnToken[];
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

/** What a person should look at in the template of a webhook. */
export function checkTemplate(
  _definition: WebhookDefinition,
  _context: CheckContext,
): TemplateFinding[] {
  return [];
}
