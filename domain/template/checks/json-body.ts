import { describeKind } from '../json/scan-json.ts';
import { lineAndColumn } from '../line-and-column.ts';
import type { Scenario } from '../scenarios.ts';
import {
  findingsFor,
  inPayload,
  type Span,
  type TemplateFinding,
  type TemplateFix,
} from './finding.ts';
import { jsonRepair } from './json-repair.ts';
import type { JsonSubject } from './subject.ts';
import {
  inScenarios,
  levelIn,
  listed,
  shortened,
  someTokens,
  titleOf,
  tokenText,
} from './phrases.ts';
import {
  type BareTrouble,
  type QuotedReason,
  type QuotedToken,
  type TokenTroubles,
  tokenTroubles,
  type ValueTrouble,
} from './token-troubles.ts';
import { isRare, reasonsOf, scenariosOf, valueFindings } from './value-breaks.ts';

/** @param ifNot fixes for a text that is not JSON at all */
export function jsonBody(json: JsonSubject, ifNot: readonly TemplateFix[]): TemplateFinding[] {
  const troubles = tokenTroubles(json);
  return [
    ...notJson(json, troubles, ifNot),
    ...duplicateMembers(json),
    ...unquotedTokens(json, troubles.bare),
    ...breakingValues(json, troubles.quoted),
  ];
}

function notJson(
  subject: JsonSubject,
  troubles: TokenTroubles,
  ifNot: readonly TemplateFix[],
): TemplateFinding[] {
  const { template, fault, payloads, title, why, source, placeOf } = subject;
  if (fault === null) return unexplained(subject, troubles);
  const spoilt = payloads.filter(({ isJson }) => isJson !== true).map(({ scenario }) => scenario);
  if (spoilt.length === 0) return [];
  const { named, fixes } = jsonRepair(subject, fault);
  const { line, column } = lineAndColumn(source, placeOf(named.at));
  const end = Math.max(named.end, Math.min(named.at + 1, template.length));
  return [
    {
      code: 'not-json',
      level: levelIn(spoilt),
      place: { kind: 'payload', start: Math.min(named.at, Math.max(end - 1, 0)), end },
      message: `${title} is not valid JSON ${inScenarios(spoilt)}: line ${line}, column ${column}: ${describeKind(template, named)}. ${why} You can publish it, but the receiver is likely to refuse it.`,
      fixes: [...fixes, ...ifNot],
    },
  ];
}

/** The template is JSON, but some payloads are not, and no token explains it. */
function unexplained(
  { payloads, title, template }: JsonSubject,
  { quoted, bare }: TokenTroubles,
): TemplateFinding[] {
  const explained = new Set<Scenario>([
    ...scenariosOf(quoted),
    ...bare.flatMap(({ scenarios }) => scenarios),
  ]);
  const left = payloads
    .filter(({ scenario, isJson }) => isJson === false && !explained.has(scenario))
    .map(({ scenario }) => scenario);
  if (left.length === 0) return [];
  return [
    {
      code: 'not-json',
      level: levelIn(left),
      place: { kind: 'payload', start: 0, end: Math.min(1, template.length) },
      message: `${title} is not valid JSON with its values ${inScenarios(left)}. Check the preview, and put double quotes around placeholders that have none.`,
      fixes: [],
    },
  ];
}

/** Source: RFC 8259 §4. */
const duplicateMembers = ({ template, repeated }: JsonSubject): TemplateFinding[] =>
  findingsFor(repeated, 'warning', (name) => ({
    code: 'duplicate-member',
    place: inPayload(name),
    message: `The member ${shortened(template.slice(name.start, name.end))} appears twice in this object. Most receivers use only the last one. Rename or remove one of them.`,
    fixes: [],
  }));

function unquotedTokens(subject: JsonSubject, troubles: readonly BareTrouble[]): TemplateFinding[] {
  // No tokens are documented for jobs: the value may be a number.
  const isOpen = ({ tokens }: BareTrouble): boolean =>
    subject.forJobs && tokens.some(({ name }) => !subject.known.has(name));
  return findingsFor(
    troubles,
    (trouble) => (isOpen(trouble) ? 'note' : levelIn(trouble.scenarios)),
    (trouble) => {
      const { atom, tokens, scenarios, quotable } = trouble;
      const open = isOpen(trouble);
      const names = [...new Set(tokens.map(({ name }) => name))];
      const token = listed(names.slice(0, 3).map(tokenText), 'and');
      return {
        code: 'unquoted-token',
        place: inPayload(atom),
        message: open
          ? `${token} has no double quotes, and its values are unknown. ${subject.title} is valid JSON only if they are numbers, true, false or null. Put it in double quotes if they can be anything else.`
          : `${token} has no double quotes, and it ${because(subject, names, scenarios)}. ${subject.title} is then not valid JSON. Put it in double quotes, or leave it out.`,
        fixes: quotable && !open ? [quoting(atom)] : [],
      };
    },
  );
}

function because(
  { payloads, known }: JsonSubject,
  names: readonly string[],
  scenarios: BareTrouble['scenarios'],
): string {
  if (names.some((name) => !known.has(name))) {
    return 'is sent as is, because its value is unknown';
  }
  const empty = payloads
    .filter(({ values }) => names.some((name) => values.get(name) === ''))
    .map(({ scenario }) => scenario)
    .filter((scenario) => scenarios.includes(scenario));
  const text = scenarios.filter((scenario) => !empty.includes(scenario));
  return listed(
    [
      ...(text.length > 0 ? [`is text ${inScenarios(text)}`] : []),
      ...(empty.length > 0 ? [`is empty ${inScenarios(empty)}`] : []),
    ],
    'and',
  );
}

const quoting = ({ start, end }: Span): TemplateFix => ({
  title: 'Put it in double quotes',
  changes: [
    { kind: 'edit', start, end: start, text: '"' },
    { kind: 'edit', start: end, end, text: '"' },
  ],
});

/** One finding covers all tokens that only rare values break. */
const breakingValues = (
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
