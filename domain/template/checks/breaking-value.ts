import type { TemplateFinding } from './finding.ts';
import { FindingList } from './finding-list.ts';
import { inScenarios, levelIn, listed, someTokens, titleOf, tokenText } from './phrases.ts';
import type { JsonSubject } from './subject.ts';
import type { QuotedReason, QuotedTrouble } from './token-troubles.ts';
import type { ValueTrouble } from './value-trouble.ts';

/** One finding covers all tokens that only rare values break. */
export function breakingValues(
  { rules, title }: JsonSubject,
  troubles: readonly QuotedTrouble[],
): TemplateFinding[] {
  const found = new FindingList();
  const rare = troubles.filter(isRare);
  for (const { token, cases } of troubles) {
    if (isRare({ token, cases })) continue;
    const level = levelIn(cases.map(({ scenario }) => scenario));
    found.add(level, () => ({
      code: 'value-breaks-json',
      place: { kind: 'payload', start: token.start, end: token.end },
      message: `${tokenText(token.name)} ${reasonsOf(cases)}. ${title} is then not valid JSON. ${whatToDo(rules, cases)}`,
      fixes: [],
    }));
  }
  const [first] = rare;
  if (first !== undefined) {
    found.add('note', () => ({
      code: 'value-breaks-json',
      place: { kind: 'payload', start: first.token.start, end: first.token.end },
      message: rarely(rules, rare),
      fixes: [],
    }));
  }
  return found.all();
}

/** Whether only the value breaks the JSON, and only in a difficult scenario. */
const isRare = ({ cases }: QuotedTrouble): boolean =>
  levelIn(cases.map(({ scenario }) => scenario)) === 'note' &&
  cases.every(({ reasons }) => reasons.every((reason) => !isPlace(reason)));

const isPlace = (reason: QuotedReason): boolean =>
  reason === 'empty name' || reason === 'quotes taken';

function rarely(rules: JsonSubject['rules'], rare: readonly QuotedTrouble[]): string {
  const reasons = new Set(rare.flatMap(({ cases }) => cases.flatMap((each) => each.reasons)));
  const cases = rare.flatMap((each) => each.cases);
  const where = inScenarios(cases.map(({ scenario }) => scenario));
  const which = someTokens(rare.map(({ token }) => token.name));
  return `A value of ${which} breaks the JSON when it holds ${listed(inOrder(reasons), 'or')}, as ${where}. ${whyNot(rules)}`;
}

const order: readonly ValueTrouble[] = ['quote', 'backslash', 'line break', 'control character'];
const inOrder = (reasons: ReadonlySet<QuotedReason>): string[] =>
  order.filter((reason) => reasons.has(reason)).map((reason) => `a ${nameOf(reason)}`);

const nameOf = (reason: ValueTrouble): string => (reason === 'quote' ? 'double quote' : reason);

const whyNot = (rules: JsonSubject['rules']): string =>
  rules === 'plain'
    ? `Under the rules “${titleOf(rules)}” the installation escapes nothing, and no template can prevent it.`
    : `Under the rules “${titleOf(rules)}” the installation escapes only double quotes, and no template can prevent it.`;

const whatToDo = (rules: JsonSubject['rules'], cases: QuotedTrouble['cases']): string =>
  cases.every(({ reasons }) => reasons.every(isPlace))
    ? 'Move the placeholder to a value of its own.'
    : `${whyNot(rules)} Leave the placeholder out, or send a test alert.`;

function reasonsOf(cases: QuotedTrouble['cases']): string {
  const ordinary = cases.filter(({ scenario }) => levelIn([scenario]) === 'warning');
  const bySentence = Map.groupBy(ordinary.length > 0 ? ordinary : cases, ({ reasons }) =>
    sentence(reasons),
  );
  const reported = [...bySentence].map(
    ([said, some]) => `${said} ${inScenarios(some.map(({ scenario }) => scenario))}`,
  );
  return `${listed(reported, 'and')}${alsoHolds(cases, ordinary)}`;
}

function alsoHolds(cases: QuotedTrouble['cases'], ordinary: QuotedTrouble['cases']): string {
  if (ordinary.length === 0) return '';
  const said = new Set(ordinary.flatMap(({ reasons }) => reasons));
  const more = inOrder(
    new Set(cases.flatMap(({ reasons }) => reasons.filter((reason) => !said.has(reason)))),
  );
  return more.length === 0 ? '' : `, and it can hold ${listed(more, 'or')}`;
}

function sentence(reasons: readonly QuotedReason[]): string {
  if (reasons.includes('empty name')) return 'is a name and empty, so null replaces it,';
  if (reasons.includes('quotes taken')) {
    return 'is empty, and null replaces it together with a quote of other text,';
  }
  return `holds ${listed(inOrder(new Set(reasons)), 'and')}`;
}
