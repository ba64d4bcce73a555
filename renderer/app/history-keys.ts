import type { Workspace } from '../model/workspace.svelte.ts';

/** Puts the cursor into the filter of the history. */
function focusHistoryFilter(): void {
  document.getElementById('history-filter')?.focus();
}

/**
 * What a key does while the history is shown; `null` where it does what it does elsewhere.
 */
export function historyKey(
  key: string,
  { command, typing }: { command: boolean; typing: boolean },
  { history }: Workspace,
): (() => void) | null {
  if (command) {
    if (key.toLowerCase() === 'f') return focusHistoryFilter;
    // There is no editor beside it.
    return key === 'Enter' ? () => undefined : null;
  }
  if (key === 'F5') return () => void history.read();
  if (key !== 'Escape' || typing) return null;
  return () => {
    history.back();
    document.getElementById('history-entries')?.focus();
  };
}
