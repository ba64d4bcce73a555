import type { HeaderContent } from '../webhook/header-change-set.ts';
import type { Conflict } from './conflict.ts';

/** Returns `null` when a merge of both changes is not safe. */
export function bothChanges({ path, base, draft, live }: Conflict): string | null {
  if (path !== 'payloadTemplate') return null;
  return typeof base === 'string' && typeof draft === 'string' && typeof live === 'string'
    ? mergeLines(base, draft, live)
    : null;
}

export function proposalFor(conflict: Conflict): string | HeaderContent {
  const { kind, draft, live } = conflict;
  if (kind === 'header') return draft ?? live ?? { name: '', value: '' };
  return bothChanges(conflict) ?? String(draft ?? live ?? '');
}

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Returns `null` unless an untouched line separates both changes. The result may be invalid JSON. */
export function mergeLines(base: string, draft: string, live: string): string | null {
  const before = base.split('\n');
  const [mine, theirs] = [segment(before, draft), segment(before, live)];
  const [first, second] = mine.from <= theirs.from ? [mine, theirs] : [theirs, mine];
  if (first.to >= second.from) return null;
  return [
    ...before.slice(0, first.from),
    ...first.lines,
    ...before.slice(first.to, second.from),
    ...second.lines,
    ...before.slice(second.to),
  ].join('\n');
}

function segment(before: readonly string[], text: string): Segment {
  const after = text.split('\n');
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    from: start,
    to: before.length - end,
    lines: after.slice(start, after.length - end),
  };
}
