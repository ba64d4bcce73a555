import { alertTokens } from '../catalogue.ts';
import type { TokenPart } from '../parse.ts';
import type { TemplateFinding } from './finding.ts';
import { FindingList, type Unlevelled } from './finding-list.ts';
import { nearestNames } from './nearest-names.ts';
import { listed, tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';

export function unknownTokens(subject: Subject): TemplateFinding[] {
  const { tokens, known } = subject;
  const found = new FindingList();
  const near = new Map<string, readonly string[]>();
  for (const token of tokens) {
    // Digits alone are not a name, as in `10%5%`.
    if (known.matching(token.name).length > 0 || /^[0-9]*$/.test(token.name)) continue;
    found.add(subject.forJobs ? 'note' : 'warning', () => {
      const names = near.get(token.name) ?? nearestNames(token.name, known);
      near.set(token.name, names);
      return finding(token, names, subject.forJobs);
    });
  }
  return found.all();
}

const finding = (
  { name, start, end }: TokenPart,
  near: readonly string[],
  forJobs: boolean,
): Unlevelled => ({
  code: 'unknown-token',
  place: { kind: 'payload', start, end },
  message: `${whatHappens(name, forJobs)} ${whatToDo(near)}`,
  fixes: near.map((meant) => ({
    title: `Change to %${meant}%`,
    changes: [{ kind: 'edit', field: 'payload', start, end, text: `%${meant}%` }],
  })),
});

function whatHappens(name: string, forJobs: boolean): string {
  const token = tokenText(name);
  if (!forJobs) return `Unknown placeholder ${token}. It will be sent as is.`;
  const forAlerts = alertTokens.some((documented) => documented.name === name);
  return forAlerts
    ? `${token} is documented for alerts, not for jobs. It may be sent as is.`
    : `Unknown placeholder ${token}: none are documented for jobs. It may be sent as is.`;
}

function whatToDo(near: readonly string[]): string {
  const meant = listed(near.map(tokenText), 'or');
  return near.length > 0
    ? `Did you mean ${meant}?`
    : 'Remove it, or add it to the installation’s own placeholders.';
}
