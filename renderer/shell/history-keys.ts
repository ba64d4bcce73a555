import type { Workspace } from '../shared/workspace/workspace.svelte.ts';

/** Returns `null` for keys without a special meaning in the history. */
export function historyKey(
  key: string,
  { command, typing }: { command: boolean; typing: boolean },
  { history }: Workspace,
): (() => void) | null {
  // The history has no editor.
  if (command) return key === 'Enter' ? () => undefined : null;
  if (key === 'F5') return () => void history.read();
  if (key !== 'Escape' || typing) return null;
  return () => {
    history.back();
    document.getElementById('history-entries')?.focus();
  };
}
