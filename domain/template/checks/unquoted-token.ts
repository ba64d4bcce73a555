import type { TemplateFinding, TemplateFix } from './finding.ts';
import { FindingList, type Unlevelled } from './finding-list.ts';
import { inScenarios, levelIn, listed, tokenText } from './phrases.ts';
import type { JsonSubject } from './subject.ts';
import type { BareTrouble } from './token-troubles.ts';

export function unquotedTokens(
  subject: JsonSubject,
  troubles: readonly BareTrouble[],
): TemplateFinding[] {
  const found = new FindingList();
  for (const trouble of troubles) {
    // No tokens are documented for jobs: the value may be a number.
    const open = subject.forJobs && trouble.tokens.some(({ name }) => !subject.known.has(name));
    found.add(open ? 'note' : levelIn(trouble.scenarios), () => finding(subject, trouble, open));
  }
  return found.all();
}

function finding(subject: JsonSubject, trouble: BareTrouble, open: boolean): Unlevelled {
  const { atom, tokens, scenarios } = trouble;
  const { start, end } = atom;
  const names = [...new Set(tokens.map(({ name }) => name))];
  const token = listed(names.slice(0, 3).map(tokenText), 'and');
  const message = open
    ? `${token} has no double quotes, and its values are unknown. ${subject.title} is valid JSON only if they are numbers, true, false or null. Put it in double quotes if they can be anything else.`
    : `${token} has no double quotes, and it ${because(subject, names, scenarios)}. ${subject.title} is then not valid JSON. Put it in double quotes, or leave it out.`;
  return {
    code: 'unquoted-token',
    place: { kind: 'payload', start, end },
    message,
    fixes: trouble.quotable && !open ? [quoting(start, end)] : [],
  };
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

const quoting = (start: number, end: number): TemplateFix => ({
  title: 'Put it in double quotes',
  changes: [
    { kind: 'edit', field: 'payload', start, end: start, text: '"' },
    { kind: 'edit', field: 'payload', start: end, end, text: '"' },
  ],
});
