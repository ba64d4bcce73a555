import { parseTemplate, type TemplatePart } from './parse.ts';
import type { RuleSetName } from './rule-sets.ts';

/** Values by the names of tokens. A name that is not there is not the same as an empty value. */
export type TokenValues = Readonly<Record<string, string>>;

/**
 * The payload that a template gives with these values, under a named rule set (see `rule-sets.ts`).
 * Names are matched exactly, case included; a token without a value stays as it stands; values are
 * put in as they are and not looked through for tokens. Takes time in proportion to the length.
 */
export function renderTemplate(
  template: string | readonly TemplatePart[],
  values: TokenValues,
  rules: RuleSetName,
): string {
  const parts = typeof template === 'string' ? parseTemplate(template) : template;
  return rules === 'plain' ? renderPlain(parts, values) : renderAsObserved(parts, values);
}

const renderPlain = (parts: readonly TemplatePart[], values: TokenValues): string =>
  parts.map((part) => valueOf(part, values) ?? part.text).join('');

function renderAsObserved(parts: readonly TemplatePart[], values: TokenValues): string {
  const escaped = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    if (value !== '') escaped.set(name, value.replaceAll('"', '\\"'));
  }
  const texts = parts.map((part) =>
    part.kind === 'token' ? (escaped.get(part.name) ?? part.text) : part.text,
  );
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'literal' || escaped.has(part.name)) continue;
    if (valueOf(part, values) !== '') continue;
    // What is left of the literals: a quote that one token took is not there for the next.
    const before = literalText(parts, texts, index - 1);
    const after = literalText(parts, texts, index + 1);
    if (!before.endsWith('"') || !after.startsWith('"')) continue;
    texts[index - 1] = before.slice(0, -1);
    texts[index] = 'null';
    texts[index + 1] = after.slice(1);
  }
  return texts.join('');
}

const literalText = (
  parts: readonly TemplatePart[],
  texts: readonly string[],
  index: number,
): string => (parts[index]?.kind === 'literal' ? (texts[index] ?? '') : '');

/** `null` for a literal, and for a token that has no value. */
const valueOf = (part: TemplatePart, values: TokenValues): string | null =>
  part.kind === 'token' && Object.hasOwn(values, part.name) ? (values[part.name] ?? null) : null;
