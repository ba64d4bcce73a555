import { endOfName } from '../percent.ts';
import type { TemplateFinding } from './finding.ts';
import { FindingList, type Unlevelled } from './finding-list.ts';
import { eachLonePercent } from './lone-percent.ts';
import type { SpacedName } from './space-in-placeholder.ts';
import type { Subject } from './subject.ts';

/** Finds `%AlertName is` and `AlertName%`. @param spaced places that another check reports */
export function unclosedPercents(
  { template, known }: Subject,
  spaced: readonly SpacedName[],
): TemplateFinding[] {
  const found = new FindingList();
  const claimed = new Set(spaced.flatMap(({ start, end }) => [start, end - 1]));
  eachLonePercent(template, (percent, literalStart) => {
    if (claimed.has(percent)) return;
    const end = endOfName(template, percent + 1);
    const behind = nameIn(percent + 1, end);
    if (behind !== null) {
      found.add('warning', () => finding({ start: percent, end, missing: end }, behind, 'after'));
      return;
    }
    const start = startOfName(template, percent, literalStart);
    const before = nameIn(start, percent);
    if (before !== null) {
      found.add('warning', () =>
        finding({ start, end: percent + 1, missing: start }, before, 'before'),
      );
    }
  });
  return found.all();

  function nameIn(start: number, end: number): string | null {
    if (end === start || end - start > known.longest) return null;
    return known.matching(template.slice(start, end))[0] ?? null;
  }
}

function finding(
  at: { readonly start: number; readonly end: number; readonly missing: number },
  name: string,
  side: 'before' | 'after',
): Unlevelled {
  return {
    code: 'unclosed-percent',
    place: { kind: 'payload', start: at.start, end: at.end },
    message: `The percent sign ${side} ${name} is missing, so the receiver gets the name instead of the value. Did you mean %${name}%?`,
    fixes: [
      {
        title: `Change to %${name}%`,
        changes: [
          { kind: 'edit', field: 'payload', start: at.start, end: at.end, text: `%${name}%` },
        ],
      },
    ],
  };
}

function startOfName(template: string, end: number, earliest: number): number {
  let start = end;
  while (start > earliest && /[A-Za-z0-9_]/.test(template.charAt(start - 1))) start -= 1;
  return start;
}
