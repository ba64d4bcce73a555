import type { TemplateFinding } from './finding.ts';
import { FindingList } from './finding-list.ts';
import { inScenarios, levelIn, listed, titleOf, tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';
import type { QuotedReason, QuotedTrouble } from './token-troubles.ts';

/** A token within double quotes whose value ends the quotes, or holds what JSON has not there. */
export function breakingValues(
  { rules }: Subject,
  troubles: readonly QuotedTrouble[],
): TemplateFinding[] {
  const found = new FindingList();
  for (const { token, cases } of troubles) {
    const level = levelIn(cases.map(({ scenario }) => scenario));
    found.add(level, () => ({
      code: 'value-breaks-json',
      place: { kind: 'payload', start: token.start, end: token.end },
      message: `${tokenText(token.name)} ${reasonsOf(cases)}. Under the rules “${titleOf(rules)}” the payload is then not JSON, and receivers of JSON are likely to refuse it. ${whatToDo(cases)}`,
      fixes: [],
    }));
  }
  return found.all();
}

const whatToDo = (cases: QuotedTrouble['cases']): string =>
  cases.every(({ reason }) => reason === 'empty name' || reason === 'quotes taken')
    ? 'Move the token to a value of its own.'
    : 'No template can prevent it: leave the token out, or find out with a test alert what the installation makes of such values.';

function reasonsOf(cases: QuotedTrouble['cases']): string {
  const byReason = Map.groupBy(cases, ({ reason }) => reason);
  const told = [...byReason].map(
    ([reason, some]) => `${sentence(reason)} ${inScenarios(some.map(({ scenario }) => scenario))}`,
  );
  return listed(told, 'and');
}

function sentence(reason: QuotedReason): string {
  switch (reason) {
    case 'empty name':
      return 'is a name and empty, so that null takes its place,';
    case 'quotes taken':
      return 'is empty and takes a quote with it that belongs to something else';
    case 'quote':
      return 'holds a double quote';
    default:
      return `holds a ${reason}`;
  }
}
