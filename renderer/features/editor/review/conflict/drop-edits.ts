import type { Draft } from '../../../../shared/drafts/draft.svelte.ts';
import type { Notices } from '../../../../shared/notices.svelte.ts';
import type { Workspace } from '../../../../shared/workspace/workspace.svelte.ts';

/** The notice can restore the edits. */
export function dropEdits(draft: Draft, workspace: Workspace, notices: Notices): void {
  const back = draft.snapshot();
  const { title } = draft;
  draft.discard();
  workspace.editor.tab = 'definition';
  notices.notify(`Edits of “${title}” discarded`, { label: 'Undo', run: back });
}
