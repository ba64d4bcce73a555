import { formatTemplate } from '#domain/template/format.ts';
import { checkTemplate, type TemplateFinding } from '#domain/template/checks/check-template.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import { renderTemplate } from '#domain/template/render.ts';
import type { RuleSetName } from '#domain/template/rule-sets.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type EventName, eventsOf, valuesOf } from './events.ts';

/** What the findings and renderings of a webhook follow from. */
export interface AnalysisInput {
  readonly definition: WebhookDefinition;
  /** The template as the service holds it; `null` for a new webhook. */
  readonly serviceTemplate: string | null;
  readonly ownTokens: readonly OwnToken[];
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

/** What a receiver would get for one event. */
export interface Rendering {
  readonly event: EventName;
  readonly exact: string;
  /** With line breaks and indents; `null` where it is no JSON. */
  readonly indented: string | null;
  /** What the template that the service holds would give, as far as there is one. */
  readonly now: string | null;
  readonly nowIndented: string | null;
}

export interface Analysis {
  readonly findings: readonly TemplateFinding[];
  readonly renderings: readonly Rendering[];
}

/** Checks a webhook's template and renders it for every event. Takes time in proportion to its length. */
export function analyse(input: AnalysisInput): Analysis {
  const { definition, ownTokens, edits, rules } = input;
  return {
    findings: checkTemplate(definition, { ownTokens, edits, rules }),
    renderings: eventsOf(definition).map(({ name }) => rendering(name, input)),
  };
}

function rendering(event: EventName, input: AnalysisInput): Rendering {
  const { definition, serviceTemplate, ownTokens, edits, rules } = input;
  const values = valuesOf(event, ownTokens, edits);
  const exact = renderTemplate(definition.payloadTemplate, values, rules);
  const now = serviceTemplate === null ? null : renderTemplate(serviceTemplate, values, rules);
  return {
    event,
    exact,
    indented: indentedJson(exact),
    now,
    nowIndented: now === null ? null : now === exact ? null : indentedJson(now),
  };
}

/** JSON with indents, numbers and escapes as they were written; `null` for what is no JSON. */
function indentedJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const formatted = formatTemplate(text);
  return formatted.kind === 'formatted' ? formatted.text : null;
}
