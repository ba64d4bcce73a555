import { eachToken } from './parse-template.ts';

/** The interface does not document how tokens are replaced. These are the candidates. */
export type RuleSetName = 'plain' | 'as-observed';

interface RuleSet {
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

/** An absent name differs from an empty value. */
export type TokenValues = Readonly<Record<string, string>>;

/**
 * The payload that the installation sends. Names are case-sensitive. Tokens without a value stay. Values are not
 * searched. Linear time.
 */
export function renderTemplate(template: string, values: TokenValues, rules: RuleSetName): string {
  const isPlain = rules === 'plain';
  const valueByName = new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      isPlain ? value : value.replaceAll('"', '\\"'),
    ]),
  );
  let payload = '';
  let renderedTo = 0;
  eachToken(template, (start, end) => {
    const value = valueByName.get(template.slice(start + 1, end - 1));
    if (value === undefined) return;
    // An earlier token may have taken the opening quote.
    const isQuoted = start > renderedTo && template[start - 1] === '"' && template[end] === '"';
    if (isPlain || value !== '') {
      payload += template.slice(renderedTo, start) + value;
      renderedTo = end;
    } else if (isQuoted) {
      payload += `${template.slice(renderedTo, start - 1)}null`;
      renderedTo = end + 1;
    }
  });
  return payload + template.slice(renderedTo);
}
