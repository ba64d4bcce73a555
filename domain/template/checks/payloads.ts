import { jsonFault } from '../json/scan-json.ts';
import type { TokenPart } from '../parse.ts';
import { renderTemplate, type TokenValues } from '../render.ts';
import type { RuleSetName } from '../rule-sets.ts';
import type { Scenario } from '../scenarios.ts';

/** What a template gives in one scenario. */
export interface ScenarioPayload {
  readonly scenario: Scenario;
  readonly values: ReadonlyMap<string, string>;
  /** `null` where it would be too long to be made at each pause in typing. */
  readonly text: string | null;
  /** Whether it is JSON; `null` where there is no text to tell by. */
  readonly isJson: boolean | null;
}

/** How long payloads may become beyond twice their template, in UTF-16 code units. */
const allowance = 1024 * 1024;

/** The payloads of a template in every scenario, each judged once. */
export function payloadsOf(
  template: string,
  tokens: readonly TokenPart[],
  rules: RuleSetName,
  cases: readonly { readonly scenario: Scenario; readonly values: TokenValues }[],
): ScenarioPayload[] {
  const occurrences = new Map<string, number>();
  for (const { name } of tokens) occurrences.set(name, (occurrences.get(name) ?? 0) + 1);
  const judged = new Map<string, boolean>();
  return cases.map(({ scenario, values }) => {
    const known = new Map(Object.entries(values));
    let length = template.length;
    for (const [name, count] of occurrences) length += count * (known.get(name)?.length ?? 0);
    if (length > 2 * template.length + allowance) {
      return { scenario, values: known, text: null, isJson: null };
    }
    const text = renderTemplate(template, values, rules);
    const isJson = judged.get(text) ?? jsonFault(text) === null;
    judged.set(text, isJson);
    return { scenario, values: known, text, isJson };
  });
}
