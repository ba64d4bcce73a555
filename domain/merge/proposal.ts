import type { HeaderContent } from '../webhook/header-change-set.ts';
import type { Conflict } from './conflict.ts';
import { mergeLines } from './merge-lines.ts';

/** Both changes of a payload template in one, where that is safe to propose; else `null`. */
export function bothChanges({ path, base, draft, live }: Conflict): string | null {
  if (path !== 'payloadTemplate') return null;
  return typeof base === 'string' && typeof draft === 'string' && typeof live === 'string'
    ? mergeLines(base, draft, live)
    : null;
}

/**
 * What a person who wants a value of their own begins with: both changes where that can be had, else
 * what the draft has, or the installation where the draft has nothing.
 */
export function proposalFor(conflict: Conflict): string | HeaderContent {
  const { kind, draft, live } = conflict;
  if (kind === 'header') return draft ?? live ?? { name: '', value: '' };
  return bothChanges(conflict) ?? String(draft ?? live ?? '');
}
