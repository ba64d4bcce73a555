import type { Workspace } from '../shared/workspace/workspace.svelte.ts';

function focusHistoryFilter(): void {
  document.getElementById('history-filter')?.focus();
}

/** Returns `null` for keys without a special meaning in the history. */
export function historyKey(
  key: string,
  { command, typing }: { command: boolean; typing: boolean },
  { history }: Workspace,
): (() => void) | null {
  if (command) {
    if (key.toLowerCase() === 'f') return focusHistoryFilter;
    // The history has no editor.
    return key === 'Enter' ? () => undefined : null;
  }
  if (key === 'F5') return () => void history.read();
  if (key !== 'Escape' || typing) return null;
  return () => {
    history.back();
    document.getElementById('history-entries')?.focus();
  };
}
