import type { Draft } from '../../shared/drafts/draft.svelte.ts';
import type { EditorTab } from './editor.svelte.ts';

export const tabLabels: Readonly<Record<EditorTab, string>> = {
  definition: 'Definition',
  headers: 'Headers',
  payload: 'Payload',
  review: 'Review',
};

export const editedTabs: readonly EditorTab[] = ['definition', 'headers', 'payload'];

/** Nothing can be published on a read-only installation. */
export const tabsOf = ({ readOnly }: { readonly readOnly: boolean }): readonly EditorTab[] =>
  readOnly ? editedTabs : [...editedTabs, 'review'];

/** Wraps around at both ends. */
export function tabBeside(tab: EditorTab, by: 1 | -1, tabs: readonly EditorTab[]): EditorTab {
  const at = (tabs.indexOf(tab) + by + tabs.length) % tabs.length;
  return tabs[at] ?? tab;
}

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
