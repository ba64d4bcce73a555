import { inPayload, type Span, type TemplateFinding, type TemplateFix } from './finding.ts';
import { findingsFor } from './finding-list.ts';
import { inScenarios, levelIn, listed, tokenText } from './phrases.ts';
import type { JsonSubject } from './json-subject.ts';
import type { BareTrouble } from './token-troubles.ts';

export function unquotedTokens(
  subject: JsonSubject,
  troubles: readonly BareTrouble[],
): TemplateFinding[] {
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
