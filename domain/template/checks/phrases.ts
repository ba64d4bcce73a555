import { type RuleSetName, ruleSets } from '../rule-sets.ts';
import { type Scenario, scenarios } from '../scenarios.ts';

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1) ?? ''}`;
}

/**
 * Which scenarios, for the end of a sentence: `in LOW and Awkward`, `in every scenario`.
 *
 * @param of all that were looked at
 */
export function inScenarios(
  some: readonly Scenario[],
  of: readonly Scenario[] = scenarios,
): string {
  if (of.every((scenario) => some.includes(scenario))) return 'in every scenario';
  const titles = scenarios.filter((scenario) => some.includes(scenario)).map(({ title }) => title);
  return `in ${listed(titles, 'and')}`;
}

/** A warning where an ordinary alert is concerned, a note where only rare values are. */
export const levelIn = (some: readonly Scenario[]): 'warning' | 'note' =>
  some.some(({ name }) => name !== 'awkward' && name !== 'difficult') ? 'warning' : 'note';

export const titleOf = (rules: RuleSetName): string =>
  ruleSets.find(({ name }) => name === rules)?.title ?? rules;

/** At most 60 characters of a text that somebody else wrote. */
export const shortened = (text: string): string =>
  text.length <= 60 ? text : `${text.slice(0, 59).replace(/[\ud800-\udbff]$/, '')}…`;

/** A token as it stands in a template. */
export const tokenText = (name: string): string => `%${shortened(name)}%`;

/** How many tokens a sentence names one by one. */
const namedTokens = 4;

/** Tokens in the middle of a sentence, each once: `%A%, %B% or 3 others`. */
export function someTokens(names: readonly string[]): string {
  const each = [...new Set(names)];
  const more = each.length - namedTokens;
  const named = each.slice(0, namedTokens).map(tokenText);
  if (more <= 0) return listed(named, 'or');
  return listed([...named, more === 1 ? '1 other' : `${more} others`], 'or');
}
