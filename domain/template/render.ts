import { eachToken } from './parse.ts';

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

/** Names are case-sensitive. Tokens without a value stay. Values are not searched. Linear time. */
export function renderTemplate(template: string, values: TokenValues, rules: RuleSetName): string {
  const isPlain = rules === 'plain';
  const known = new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      isPlain ? value : value.replaceAll('"', '\\"'),
    ]),
  );
  let payload = '';
  let read = 0;
  eachToken(template, (start, end) => {
    const value = known.get(template.slice(start + 1, end - 1));
    if (value === undefined) return;
    if (isPlain || value !== '') {
      payload += template.slice(read, start) + value;
      read = end;
    } else if (start > read && template[start - 1] === '"' && template[end] === '"') {
      // An earlier token may have taken the opening quote.
      payload += `${template.slice(read, start - 1)}null`;
      read = end + 1;
    }
  });
  return payload + template.slice(read);
}
