import { type RuleSetName, ruleSets } from '../rule-sets.ts';
import { type Scenario, scenarios } from '../scenarios.ts';

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1) ?? ''}`;
}

/** Which scenarios, for the end of a sentence: `in LOW and Awkward`, `in every scenario`. */
export function inScenarios(some: readonly Scenario[]): string {
  if (some.length === scenarios.length) return 'in every scenario';
  const titles = scenarios.filter((scenario) => some.includes(scenario)).map(({ title }) => title);
  return `in ${listed(titles, 'and')}`;
}

/** A warning where an ordinary alert is concerned, a note where only the awkward one is. */
export const levelIn = (some: readonly Scenario[]): 'warning' | 'note' =>
  some.some(({ name }) => name !== 'awkward') ? 'warning' : 'note';

export const titleOf = (rules: RuleSetName): string =>
  ruleSets.find(({ name }) => name === rules)?.title ?? rules;

/** At most 60 characters of a text that somebody else wrote. */
export const shortened = (text: string): string =>
  text.length <= 60 ? text : `${text.slice(0, 59).replace(/[\ud800-\udbff]$/, '')}…`;

/** A token as it stands in a template. */
export const tokenText = (name: string): string => `%${shortened(name)}%`;
