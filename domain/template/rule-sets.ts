/** The interface does not document how tokens are replaced. These are the candidates. */
export type RuleSetName = 'plain' | 'as-observed';

export interface RuleSet {
  readonly name: RuleSetName;
  readonly title: string;
  readonly description: string;
}

/** The default comes first. */
export const ruleSets: readonly RuleSet[] = [
  {
    name: 'as-observed',
    title: 'As observed',
    description:
      'As seen in public schema code of unknown version: an empty value that stands alone in ' +
      'double quotes becomes null, one inside a longer text leaves its placeholder as is, and double ' +
      'quotes in a value are escaped; line breaks and backslashes are not.',
  },
  {
    name: 'plain',
    title: 'Plain',
    description: 'Every placeholder is replaced by its value, without escaping.',
  },
];

export const defaultRuleSet: RuleSetName = 'as-observed';
