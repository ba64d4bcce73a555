import type { TokenPart } from '../parse.ts';
import type { TemplateFinding } from './finding.ts';
import { FindingList, type Unlevelled } from './finding-list.ts';
import { listed, tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';

export function wrongCases({ tokens, known }: Subject): TemplateFinding[] {
  const found = new FindingList();
  for (const token of tokens) {
    if (known.has(token.name)) continue;
    const meant = known.matching(token.name);
    if (meant.length > 0) found.add('warning', () => finding(token, meant));
  }
  return found.all();
}

function finding({ name, start, end }: TokenPart, meant: readonly string[]): Unlevelled {
  const right = listed(
    meant.map((other) => `%${other}%`),
    'or',
  );
  return {
    code: 'wrong-case',
    place: { kind: 'payload', start, end },
    message: `Placeholders are case-sensitive, so ${tokenText(name)} is sent as is. Did you mean ${right}?`,
    fixes: meant.map((other) => ({
      title: `Change to %${other}%`,
      changes: [{ kind: 'edit', field: 'payload', start, end, text: `%${other}%` }],
    })),
  };
}
