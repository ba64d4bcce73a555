import type { TemplateFinding } from './finding.ts';
import type { JsonSubject } from './json-subject.ts';
import { inScenarios, levelIn, listed, someTokens, titleOf, tokenText } from './phrases.ts';
import type { QuotedReason, QuotedToken, ValueTrouble } from './token-troubles.ts';
import { isRare, reasonsOf, scenariosOf, valueFindings } from './value-breaks.ts';

/** One finding covers all tokens that only rare values break. */
export const breakingValues = (
  { rules, title }: JsonSubject,
  tokens: readonly QuotedToken[],
): TemplateFinding[] =>
  valueFindings(
    'value-breaks-json',
    tokens,
    (token) => (isRareValue(token) ? 'rare' : null),
    (first, some) => ({
      message: isRareValue(first) ? rarely(rules, some) : always(rules, title, first),
      fixes: [],
    }),
  );

/** Whether only the value breaks the JSON, and only in a difficult scenario. */
const isRareValue = (token: QuotedToken): boolean =>
  isRare(token) && ![...reasonsOf([token])].some(isPlace);

const isPlace = (reason: QuotedReason): boolean =>
  reason === 'empty name' || reason === 'quotes taken';

function rarely(rules: JsonSubject['rules'], tokens: readonly QuotedToken[]): string {
  const where = inScenarios(scenariosOf(tokens));
  const which = someTokens(tokens.map(({ token }) => token.name));
  return `A value of ${which} breaks the JSON when it holds ${listed(inOrder(reasonsOf(tokens)), 'or')}, as ${where}. ${whyNot(rules)}`;
}

function always(rules: JsonSubject['rules'], title: string, { token, cases }: QuotedToken): string {
  return `${tokenText(token.name)} ${whatBreaks(cases)}. ${title} is then not valid JSON. ${whatToDo(rules, cases)}`;
}

const order: readonly ValueTrouble[] = ['quote', 'backslash', 'line break', 'control character'];
const inOrder = (reasons: ReadonlySet<QuotedReason>): string[] =>
  order.filter((reason) => reasons.has(reason)).map((reason) => `a ${nameOf(reason)}`);

const nameOf = (reason: ValueTrouble): string => (reason === 'quote' ? 'double quote' : reason);

function whyNot(rules: JsonSubject['rules']): string {
  const escaped = rules === 'plain' ? 'nothing' : 'only double quotes';
  return `Under the rules “${titleOf(rules)}” the installation escapes ${escaped}, and no template can prevent it.`;
}

const whatToDo = (rules: JsonSubject['rules'], cases: QuotedToken['cases']): string =>
  cases.every(({ reasons }) => reasons.every(isPlace))
    ? 'Move the placeholder to a value of its own.'
    : `${whyNot(rules)} Leave the placeholder out, or send a test alert.`;

function whatBreaks(cases: QuotedToken['cases']): string {
  const ordinary = cases.filter(({ scenario }) => levelIn([scenario]) === 'warning');
  const bySentence = Map.groupBy(ordinary.length > 0 ? ordinary : cases, ({ reasons }) =>
    sentence(reasons),
  );
  const reported = [...bySentence].map(
    ([said, some]) => `${said} ${inScenarios(some.map(({ scenario }) => scenario))}`,
  );
  return `${listed(reported, 'and')}${alsoHolds(cases, ordinary)}`;
}

function alsoHolds(cases: QuotedToken['cases'], ordinary: QuotedToken['cases']): string {
  if (ordinary.length === 0) return '';
  const said = new Set(ordinary.flatMap(({ reasons }) => reasons));
  const all = cases.flatMap(({ reasons }) => reasons);
  const more = inOrder(new Set(all.filter((reason) => !said.has(reason))));
  return more.length === 0 ? '' : `, and it can hold ${listed(more, 'or')}`;
}

function sentence(reasons: readonly QuotedReason[]): string {
  if (reasons.includes('empty name')) return 'is a name and empty, so null replaces it,';
  if (reasons.includes('quotes taken')) {
    return 'is empty, and null replaces it together with a quote of other text,';
  }
  return `holds ${listed(inOrder(new Set(reasons)), 'and')}`;
}
