import { eachToken } from '../scan.ts';
import { endOfName, urlEscapeLength } from '../percent.ts';
import type { TemplateFinding } from './finding.ts';
import { FindingList, type Unlevelled } from './finding-list.ts';
import type { Subject } from './subject.ts';

/** The name of a known token with a percent sign on one side alone: `%AlertName is`, `AlertName%`. */
export function unclosedPercents({ template, known }: Subject): TemplateFinding[] {
  const found = new FindingList();
  eachLonePercent(template, (percent, literalStart) => {
    const end = endOfName(template, percent + 1);
    const behind = nameIn(percent + 1, end);
    if (behind !== null) {
      found.add('warning', () => finding({ start: percent, end, missing: end }, behind, 'behind'));
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

  /** The known name that stands there, in whatever case. */
  function nameIn(start: number, end: number): string | null {
    if (end === start || end - start > known.longest) return null;
    return known.matching(template.slice(start, end))[0] ?? null;
  }
}

function finding(
  at: { readonly start: number; readonly end: number; readonly missing: number },
  name: string,
  side: 'before' | 'behind',
): Unlevelled {
  return {
    code: 'unclosed-percent',
    place: { kind: 'payload', start: at.start, end: at.end },
    message: `A token has a percent sign on both sides. Here the one ${side} ${name} is missing, so that the receiver gets the name instead of the value. Write %${name}%.`,
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

/** Tells of every percent sign that belongs to no token and no URL escape, and where its literal begins. */
function eachLonePercent(
  template: string,
  found: (at: number, literalStart: number) => void,
): void {
  let read = 0;
  const within = (end: number): void => {
    let at = template.indexOf('%', read);
    let start = read;
    while (at !== -1 && at < end) {
      const escape = urlEscapeLength(template, at);
      if (escape === 0) found(at, start);
      start = at + Math.max(escape, 1);
      at = template.indexOf('%', start);
    }
  };
  eachToken(template, (start, end) => {
    within(start);
    read = end;
  });
  within(template.length);
}

function startOfName(template: string, end: number, earliest: number): number {
  let start = end;
  while (start > earliest && /[A-Za-z0-9_]/.test(template.charAt(start - 1))) start -= 1;
  return start;
}
