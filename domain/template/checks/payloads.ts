import { withoutByteOrderMark } from '../../text/byte-order-mark.ts';
import { jsonFault, jsonLinesFault } from '../json/scan-json.ts';
import type { TokenPart } from '../parse.ts';
import { renderTemplate, type TokenValues } from '../render.ts';
import type { RuleSetName } from '../rule-sets.ts';
import type { Scenario } from '../scenarios.ts';
import type { KnownNames } from './known-names.ts';

interface ScenarioValues {
  readonly scenario: Scenario;
  readonly values: TokenValues;
  readonly known: ReadonlyMap<string, string>;
}

export interface CheckedValues {
  readonly rules: RuleSetName;
  /** No tokens are documented for jobs. */
  readonly forJobs: boolean;
  readonly known: KnownNames;
  readonly cases: readonly ScenarioValues[];
}

export interface ScenarioPayload {
  readonly scenario: Scenario;
  readonly values: ReadonlyMap<string, string>;
  /** `null` when it would be too long to make during typing. */
  readonly text: string | null;
  /** Ignores a byte order mark; `null` without a text. */
  readonly isJson: boolean | null;
}

/** UTF-16 code units beyond twice the template's length. */
const allowance = 1024 * 1024;

/** @param lines whether the template is meant as JSON Lines */
export function payloadsOf(
  template: string,
  tokens: readonly TokenPart[],
  { rules, cases }: Pick<CheckedValues, 'rules' | 'cases'>,
  lines = false,
): ScenarioPayload[] {
  const occurrences = new Map<string, number>();
  for (const { name } of tokens) occurrences.set(name, (occurrences.get(name) ?? 0) + 1);
  const judged = new Map<string, boolean>();
  return cases.map(({ scenario, values, known }) => {
    let length = template.length;
    for (const [name, count] of occurrences) length += count * (known.get(name)?.length ?? 0);
    if (length > 2 * template.length + allowance) {
      return { scenario, values: known, text: null, isJson: null };
    }
    const text = renderTemplate(template, values, rules);
    const faultOf = lines ? jsonLinesFault : jsonFault;
    const isJson = judged.get(text) ?? faultOf(withoutByteOrderMark(text)) === null;
    judged.set(text, isJson);
    return { scenario, values: known, text, isJson };
  });
}
