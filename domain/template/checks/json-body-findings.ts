import { describeKind } from '../json/scan-json.ts';
import { lineAndColumn } from '../../text/line-and-column.ts';
import type { Scenario } from '../scenarios.ts';
import {
  type BareTokens,
  type BreakingPart,
  brokenJsonTokens,
  type BrokenJsonTokens,
  type QuotedReason,
  type QuotedToken,
} from './broken-json-tokens.ts';
import {
  findingsFor,
  inPayload,
  type TextRange,
  type TemplateFinding,
  type TemplateFix,
} from './finding.ts';
import { jsonRepair } from './json-repair.ts';
import {
  hasOrdinary,
  inScenarios,
  levelIn,
  listed,
  shortened,
  someTokens,
  titleOf,
  tokenText,
} from './phrases.ts';
import type { JsonSubject } from './subject.ts';
import { isRare, reasonsOf, scenariosOf, groupValueFindings } from './group-value-findings.ts';

/** @param fixesIfNotJson for a text that is not JSON at all */
export function jsonBodyFindings(
  subject: JsonSubject,
  fixesIfNotJson: readonly TemplateFix[],
): TemplateFinding[] {
  const brokenTokens = brokenJsonTokens(subject);
  return [
    ...notJson(subject, brokenTokens, fixesIfNotJson),
    ...duplicateMembers(subject),
    ...unquotedTokens(subject, brokenTokens.bare),
    ...breakingValues(subject, brokenTokens.quoted),
  ];
}

function notJson(
  subject: JsonSubject,
  brokenTokens: BrokenJsonTokens,
  fixesIfNotJson: readonly TemplateFix[],
): TemplateFinding[] {
  const { template, fault, payloads, title, why, source, placeOf } = subject;
  if (fault === null) return unexplained(subject, brokenTokens);
  const invalid = payloads.filter(({ isJson }) => isJson !== true).map(({ scenario }) => scenario);
  if (invalid.length === 0) return [];
  const { shownFault, fixes } = jsonRepair(subject, fault);
  const { line, column } = lineAndColumn(source, placeOf(shownFault.at));
  const end = Math.max(shownFault.end, Math.min(shownFault.at + 1, template.length));
  return [
    {
      code: 'not-json',
      level: levelIn(invalid),
      place: { kind: 'payload', start: Math.min(shownFault.at, Math.max(end - 1, 0)), end },
      message: `${title} is invalid JSON ${inScenarios(invalid)}: line ${line}, column ${column}: ${describeKind(template, shownFault)}. ${why} You can publish it, but the receiver is likely to refuse it.`,
      fixes: [...fixes, ...fixesIfNotJson],
    },
  ];
}

/** The template is JSON, but some payloads are not, and no token explains it. */
function unexplained(
  { payloads, title, template }: JsonSubject,
  { quoted, bare }: BrokenJsonTokens,
): TemplateFinding[] {
  const explained = new Set<Scenario>([
    ...scenariosOf(quoted),
    ...bare.flatMap(({ scenarios }) => scenarios),
  ]);
  const unexplainedScenarios = payloads
    .filter(({ scenario, isJson }) => isJson === false && !explained.has(scenario))
    .map(({ scenario }) => scenario);
  if (unexplainedScenarios.length === 0) return [];
  return [
    {
      code: 'not-json',
      level: levelIn(unexplainedScenarios),
      place: { kind: 'payload', start: 0, end: Math.min(1, template.length) },
      message: `${title} is invalid JSON with its values ${inScenarios(unexplainedScenarios)}. Check the preview, and put double quotes around placeholders that have none.`,
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

function unquotedTokens(
  subject: JsonSubject,
  bareTokens: readonly BareTokens[],
): TemplateFinding[] {
  // No tokens are documented for jobs: the value may be a number.
  const haveUnknownValues = ({ tokens }: BareTokens): boolean =>
    subject.forJobs && tokens.some(({ name }) => !subject.knownNames.has(name));
  return findingsFor(
    bareTokens,
    (bare) => (haveUnknownValues(bare) ? 'note' : levelIn(bare.scenarios)),
    (bare) => {
      const { atom, tokens, scenarios, quotable } = bare;
      const isUncertain = haveUnknownValues(bare);
      const names = [...new Set(tokens.map(({ name }) => name))];
      const token = listed(names.slice(0, 3).map(tokenText), 'and');
      return {
        code: 'unquoted-token',
        place: inPayload(atom),
        message: isUncertain
          ? `${token} has no double quotes, and its values are unknown. ${subject.title} is valid JSON only if they are numbers, true, false or null. Put it in double quotes if they can be anything else.`
          : `${token} has no double quotes, and it ${valueInWords(subject, names, scenarios)}. ${subject.title} is then not valid JSON. Put it in double quotes, or leave it out.`,
        fixes: quotable && !isUncertain ? [quoting(atom)] : [],
      };
    },
  );
}

function valueInWords(
  { payloads, knownNames }: JsonSubject,
  names: readonly string[],
  scenarios: BareTokens['scenarios'],
): string {
  if (names.some((name) => !knownNames.has(name))) {
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

const quoting = ({ start, end }: TextRange): TemplateFix => ({
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
  groupValueFindings(
    'value-breaks-json',
    tokens,
    (token) => (isRareValue(token) ? 'rare' : null),
    (first, group) => ({
      message: isRareValue(first)
        ? rareValuesInWords(rules, group)
        : ordinaryValueInWords(rules, title, first),
      fixes: [],
    }),
  );

/** Whether only the value breaks the JSON, and only in a difficult scenario. */
const isRareValue = (token: QuotedToken): boolean =>
  isRare(token) && ![...reasonsOf([token])].some(isReasonOfPlace);

const isReasonOfPlace = (reason: QuotedReason): boolean =>
  reason === 'empty name' || reason === 'quotes taken';

function rareValuesInWords(rules: JsonSubject['rules'], tokens: readonly QuotedToken[]): string {
  const where = inScenarios(scenariosOf(tokens));
  const which = someTokens(tokens.map(({ token }) => token.name));
  return `A value of ${which} breaks the JSON when it holds ${listed(inOrder(reasonsOf(tokens)), 'or')}, as ${where}. ${whyNot(rules)}`;
}

function ordinaryValueInWords(
  rules: JsonSubject['rules'],
  title: string,
  { token, cases }: QuotedToken,
): string {
  return `${tokenText(token.name)} ${reasonsInWords(cases)}. ${title} is then not valid JSON. ${adviceFor(rules, cases)}`;
}

const breakingParts: readonly BreakingPart[] = [
  'quote',
  'backslash',
  'line break',
  'control character',
];
const inOrder = (reasons: ReadonlySet<QuotedReason>): string[] =>
  breakingParts.filter((part) => reasons.has(part)).map((part) => `a ${nameOf(part)}`);

const nameOf = (part: BreakingPart): string => (part === 'quote' ? 'double quote' : part);

function whyNot(rules: JsonSubject['rules']): string {
  const escaped = rules === 'plain' ? 'nothing' : 'only double quotes';
  return `Under the rules “${titleOf(rules)}” the installation escapes ${escaped}, and no template can prevent it.`;
}

const adviceFor = (rules: JsonSubject['rules'], cases: QuotedToken['cases']): string =>
  cases.every(({ reasons }) => reasons.every(isReasonOfPlace))
    ? 'Move the placeholder to a value of its own.'
    : `${whyNot(rules)} Leave the placeholder out, or send a test alert.`;

function reasonsInWords(cases: QuotedToken['cases']): string {
  const ordinaryCases = cases.filter(({ scenario }) => hasOrdinary([scenario]));
  const casesByClause = Map.groupBy(
    ordinaryCases.length > 0 ? ordinaryCases : cases,
    ({ reasons }) => clauseFor(reasons),
  );
  const clauses = [...casesByClause].map(
    ([clause, group]) => `${clause} ${inScenarios(group.map(({ scenario }) => scenario))}`,
  );
  return `${listed(clauses, 'and')}${rareReasonsInWords(cases, ordinaryCases)}`;
}

function rareReasonsInWords(
  cases: QuotedToken['cases'],
  ordinaryCases: QuotedToken['cases'],
): string {
  if (ordinaryCases.length === 0) return '';
  const ordinaryReasons = new Set(ordinaryCases.flatMap(({ reasons }) => reasons));
  const allReasons = cases.flatMap(({ reasons }) => reasons);
  const rare = inOrder(new Set(allReasons.filter((reason) => !ordinaryReasons.has(reason))));
  return rare.length === 0 ? '' : `, and it can hold ${listed(rare, 'or')}`;
}

function clauseFor(reasons: readonly QuotedReason[]): string {
  if (reasons.includes('empty name')) return 'is a name and empty, so null replaces it,';
  if (reasons.includes('quotes taken')) {
    return 'is empty, and null replaces it together with a quote of other text,';
  }
  return `holds ${listed(inOrder(new Set(reasons)), 'and')}`;
}
