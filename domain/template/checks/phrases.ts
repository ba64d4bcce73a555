import { type RuleSetName, ruleSets } from '../render.ts';
import { type Scenario, scenarios } from '../scenarios.ts';

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1) ?? ''}`;
}

/** @param of all scenarios that were checked */
export function inScenarios(
  some: readonly Scenario[],
  of: readonly Scenario[] = scenarios,
): string {
  if (of.every((scenario) => some.includes(scenario))) return 'in every scenario';
  const titles = scenarios.filter((scenario) => some.includes(scenario)).map(({ title }) => title);
  return `in ${listed(titles, 'and')}`;
}

/** A note when only difficult scenarios are affected. */
export const levelIn = (some: readonly Scenario[]): 'warning' | 'note' =>
  some.some(({ name }) => name !== 'awkward' && name !== 'difficult') ? 'warning' : 'note';

export const titleOf = (rules: RuleSetName): string =>
  ruleSets.find(({ name }) => name === rules)?.title ?? rules;

/** At most 60 characters, without half of a surrogate pair. */
export const shortened = (text: string): string =>
  text.length <= 60 ? text : `${text.slice(0, 59).replace(/[\ud800-\udbff]$/, '')}…`;

export const tokenText = (name: string): string => `%${shortened(name)}%`;

const namedTokens = 4;

/** `%A%, %B% or 3 others`. */
export function someTokens(names: readonly string[]): string {
  const each = [...new Set(names)];
  const more = each.length - namedTokens;
  const named = each.slice(0, namedTokens).map(tokenText);
  if (more <= 0) return listed(named, 'or');
  return listed([...named, more === 1 ? '1 other' : `${more} others`], 'or');
}
