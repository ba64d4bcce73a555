import type { TokenPart } from '../parse-template.ts';
import type { Scenario } from '../scenarios.ts';
import { type FindingCode, findingsFor, inPayload, type TemplateFinding } from './finding.ts';
import { hasOrdinary, levelIn } from './phrases.ts';

/** A token whose value makes the payload invalid, with the scenarios and reasons. */
export interface BrokenToken<Reason> {
  readonly token: TokenPart;
  readonly cases: readonly {
    readonly scenario: Scenario;
    readonly reasons: readonly Reason[];
  }[];
}

export const scenariosOf = (tokens: readonly BrokenToken<unknown>[]): Scenario[] =>
  tokens.flatMap(({ cases }) => cases.map(({ scenario }) => scenario));

export const reasonsOf = <Reason>(tokens: readonly BrokenToken<Reason>[]): Set<Reason> =>
  new Set(tokens.flatMap(({ cases }) => cases.flatMap(({ reasons }) => reasons)));

/** Whether only difficult scenarios break it. */
export const isRare = (token: BrokenToken<unknown>): boolean => !hasOrdinary(scenariosOf([token]));

/**
 * One finding for each token, and one for all tokens of a group.
 * @param groupOf `null` for a token that has its own finding
 */
export function groupValueFindings<Broken extends BrokenToken<unknown>>(
  code: FindingCode,
  tokens: readonly Broken[],
  groupOf: (token: Broken) => string | null,
  describe: (first: Broken, group: readonly Broken[]) => Pick<TemplateFinding, 'message' | 'fixes'>,
): TemplateFinding[] {
  const groups = Map.groupBy(tokens, groupOf);
  const single = groups.get(null) ?? [];
  groups.delete(null);
  const findings = [...single.map((token) => [token]), ...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ first, group }];
  });
  return findingsFor(
    findings,
    ({ group }) => levelIn(scenariosOf(group)),
    ({ first, group }) => ({ code, place: inPayload(first.token), ...describe(first, group) }),
  );
}
