import type { Draft } from '../../shared/drafts/draft.svelte.ts';
import type { EditorTab } from './editor.svelte.ts';

export function tabOf(path: string): EditorTab {
  if (path.startsWith('headers')) return 'headers';
  return path === 'payloadTemplate' ? 'payload' : 'definition';
}

/** Counts only errors that are already shown. */
export function mistakesByTab(draft: Pick<Draft, 'issues' | 'issueAt'>): Record<EditorTab, number> {
  const counts = { definition: 0, headers: 0, payload: 0, review: 0 };
  for (const { level, path } of draft.issues) {
    if (level === 'error' && draft.issueAt(path) !== undefined) counts[tabOf(path)] += 1;
  }
  return counts;
}
