import { eachToken } from './each-token.ts';
import type { RuleSetName } from './rule-sets.ts';

/** An absent name differs from an empty value. */
export type TokenValues = Readonly<Record<string, string>>;

/** Names are case-sensitive. Tokens without a value stay. Values are not searched. Linear time. */
export function renderTemplate(template: string, values: TokenValues, rules: RuleSetName): string {
  const known = new Map(Object.entries(values));
  return rules === 'plain' ? renderPlain(template, known) : renderAsObserved(template, known);
}

function renderPlain(template: string, values: ReadonlyMap<string, string>): string {
  let payload = '';
  let read = 0;
  eachToken(template, (start, end) => {
    const value = values.get(template.slice(start + 1, end - 1));
    if (value === undefined) return;
    payload += template.slice(read, start) + value;
    read = end;
  });
  return payload + template.slice(read);
}

function renderAsObserved(template: string, values: ReadonlyMap<string, string>): string {
  const escaped = new Map([...values].map(([name, value]) => [name, value.replaceAll('"', '\\"')]));
  let payload = '';
  let read = 0;
  eachToken(template, (start, end) => {
    const value = escaped.get(template.slice(start + 1, end - 1));
    if (value === undefined) return;
    if (value !== '') {
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
