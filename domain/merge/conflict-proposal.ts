import type { HeaderContent } from '../webhook/header-change-set.ts';
import type { Conflict } from './conflict.ts';

/** The payload template with both changes; `null` for another field, and when a merge is not safe. */
export function mergedTemplate({ path, base, draft, live }: Conflict): string | null {
  if (path !== 'payloadTemplate') return null;
  return typeof base === 'string' && typeof draft === 'string' && typeof live === 'string'
    ? mergeLines(base, draft, live)
    : null;
}

/** What a form proposes as the own value of a person. */
export function conflictProposal(conflict: Conflict): string | HeaderContent {
  const { kind, draft, live } = conflict;
  if (kind === 'header') return draft ?? live ?? { name: '', value: '' };
  return mergedTemplate(conflict) ?? String(draft ?? live ?? '');
}

/** Returns `null` unless an untouched line separates both changes. The result may be invalid JSON. */
export function mergeLines(base: string, draft: string, live: string): string | null {
  const baseLines = base.split('\n');
  const [mine, theirs] = [changedLines(baseLines, draft), changedLines(baseLines, live)];
  const [first, second] = mine.from <= theirs.from ? [mine, theirs] : [theirs, mine];
  if (first.to >= second.from) return null;
  return [
    ...baseLines.slice(0, first.from),
    ...first.lines,
    ...baseLines.slice(first.to, second.from),
    ...second.lines,
    ...baseLines.slice(second.to),
  ].join('\n');
}

/** Indexes of the base lines that `lines` replace; `to` is exclusive. */
interface ChangedLines {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

function changedLines(before: readonly string[], text: string): ChangedLines {
  const after = text.split('\n');
  const shorter = Math.min(before.length, after.length);
  let equalStart = 0;
  while (equalStart < shorter && before[equalStart] === after[equalStart]) equalStart += 1;
  let equalEnd = 0;
  while (equalEnd < shorter - equalStart && before.at(-1 - equalEnd) === after.at(-1 - equalEnd)) {
    equalEnd += 1;
  }
  return {
    from: equalStart,
    to: before.length - equalEnd,
    lines: after.slice(equalStart, after.length - equalEnd),
  };
}
