import type { HeaderContent } from '../webhook/header-change-set.ts';
import type { Conflict } from './conflict.ts';
import { mergeLines } from './merge-lines.ts';

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
