import { type RuleSetName, ruleSets } from '../render-template.ts';
import { type Scenario, scenarios } from '../scenarios.ts';

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1) ?? ''}`;
}

/** Such as `in HIGH and CLEARED`. @param checked all scenarios that were checked */
export function inScenarios(
  affected: readonly Scenario[],
  checked: readonly Scenario[] = scenarios,
): string {
  if (checked.every((scenario) => affected.includes(scenario))) return 'for every event';
  const titles = scenarios
    .filter((scenario) => affected.includes(scenario))
    .map(({ title }) => title);
  return `in ${listed(titles, 'and')}`;
}

/** Whether an ordinary event is affected, and not only one with difficult values. */
export const hasOrdinary = (affected: readonly Scenario[]): boolean =>
  affected.some(({ name }) => name !== 'awkward' && name !== 'difficult');

/** Of a body that the affected events break. */
export const levelIn = (affected: readonly Scenario[]): 'error' | 'note' =>
  hasOrdinary(affected) ? 'error' : 'note';

export const titleOf = (rules: RuleSetName): string =>
  ruleSets.find(({ name }) => name === rules)?.title ?? rules;

/** At most 60 characters, without half of a surrogate pair. */
export const shortened = (text: string): string =>
  text.length <= 60 ? text : `${text.slice(0, 59).replace(/[\ud800-\udbff]$/, '')}…`;

export const tokenText = (name: string): string => `%${shortened(name)}%`;

const maxNamedTokens = 4;

/** `%A%, %B% or 3 others`. */
export function someTokens(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const others = unique.length - maxNamedTokens;
  const named = unique.slice(0, maxNamedTokens).map(tokenText);
  if (others <= 0) return listed(named, 'or');
  return listed([...named, others === 1 ? '1 other' : `${others} others`], 'or');
}
