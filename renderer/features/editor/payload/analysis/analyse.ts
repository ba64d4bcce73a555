import { formatTemplate } from '#domain/template/format-template.ts';
import { checkTemplate, type TemplateFinding } from '#domain/template/checks/check-template.ts';
import {
  type FindingBeforePublishing,
  findingsBeforePublishing,
} from '#domain/template/checks/findings-before-publishing.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import { renderTemplate, type RuleSetName } from '#domain/template/render-template.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type EventName, eventsOf, valuesOf } from './preview-events.ts';

export interface AnalysisInput {
  readonly definition: WebhookDefinition;
  /** The version on the installation. */
  readonly current: WebhookDefinition | null;
  readonly ownTokens: readonly OwnToken[];
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

export interface Rendering {
  readonly event: EventName;
  readonly exact: string;
  readonly indented: string | null;
  readonly now: string | null;
  readonly nowIndented: string | null;
}

export interface Analysis {
  readonly findings: readonly TemplateFinding[];
  /** The findings that stand beside the decision to publish. */
  readonly forDecision: readonly FindingBeforePublishing[];
  readonly renderings: readonly Rendering[];
}

/** Takes time linear in the length of the template. */
export function analyse(input: AnalysisInput): Analysis {
  const { definition, current, ownTokens, edits, rules } = input;
  const context = { ownTokens, edits, rules };
  const findings = checkTemplate(definition, context);
  return {
    findings,
    forDecision: findingsBeforePublishing(definition, current, context, findings),
    renderings: eventsOf(definition).map(({ name }) => rendering(name, input)),
  };
}

function rendering(event: EventName, input: AnalysisInput): Rendering {
  const { definition, current, ownTokens, edits, rules } = input;
  const values = valuesOf(event, ownTokens, edits);
  const exact = renderTemplate(definition.payloadTemplate, values, rules);
  const now = current === null ? null : renderTemplate(current.payloadTemplate, values, rules);
  return {
    event,
    exact,
    indented: indentedJson(exact),
    now,
    nowIndented: now === null ? null : now === exact ? null : indentedJson(now),
  };
}

/** Indents JSON without changing numbers and escapes; returns `null` if `text` is not JSON. */
function indentedJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const formatted = formatTemplate(text);
  return formatted.kind === 'formatted' ? formatted.text : null;
}
