/** How tokens are replaced. An installation's own way is not documented; these are the candidates. */
export type RuleSetName = 'plain' | 'as-observed';

export interface RuleSet {
  readonly name: RuleSetName;
  /** For people, in a choice. */
  readonly title: string;
  /** What the rules are, as a sentence or two. */
  readonly description: string;
}

/** Every rule set, the default first. */
export const ruleSets: readonly RuleSet[] = [
  {
    name: 'as-observed',
    title: 'As observed',
    description:
      'As seen in public schema code of unknown version: an empty value that stands alone in ' +
      'double quotes becomes null, one inside a longer text leaves its token as it is, and double ' +
      'quotes in a value are escaped; line breaks and backslashes are not.',
  },
  {
    name: 'plain',
    title: 'Plain',
    description: 'Every token is replaced by its value, and nothing else is done.',
  },
];

/** What is used where nobody has chosen. */
export const defaultRuleSet: RuleSetName = 'as-observed';
