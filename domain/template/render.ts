import { eachToken } from './each-token.ts';
import type { RuleSetName } from './rule-sets.ts';

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
