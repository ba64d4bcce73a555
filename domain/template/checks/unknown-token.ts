import { alertTokens } from '../catalogue.ts';
import type { TokenPart } from '../parse.ts';
import type { TemplateFinding } from './finding.ts';
import { FindingList, type Unlevelled } from './finding-list.ts';
import { nearestNames } from './nearest-names.ts';
import { tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';

/** A token that neither the documentation nor the installation's own tokens have, in any case. */
export function unknownTokens(subject: Subject): TemplateFinding[] {
  const { tokens, known } = subject;
  const found = new FindingList();
  const near = new Map<string, readonly string[]>();
  for (const token of tokens) {
    // Digits alone are no name: 10%5% is meant as it stands.
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
  if (!forJobs) {
    return `${token} is not a token that is known here. It is likely to be left as it stands, so that the receiver gets it instead of a value.`;
  }
  const forAlerts = alertTokens.some((documented) => documented.name === name);
  return forAlerts
    ? `${token} is documented for alerts, not for jobs: it may be left as it stands.`
    : `No tokens are documented for jobs, and ${token} is not among the installation’s own: it may be left as it stands.`;
}

function whatToDo(near: readonly string[]): string {
  const adding = 'add it to the installation’s own tokens';
  return near.length > 0
    ? `Change it to the one that is meant, or ${adding} if it is one.`
    : `Take it out, or ${adding} if it is one.`;
}
