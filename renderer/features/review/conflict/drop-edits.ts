import type { Draft } from '../../../model/draft.svelte.ts';
import type { Notices } from '../../../model/notices.svelte.ts';
import type { Workspace } from '../../../model/workspace.svelte.ts';

/** The notice can restore the edits. */
export function dropEdits(draft: Draft, workspace: Workspace, notices: Notices): void {
  const back = draft.remember();
  const { title } = draft;
  draft.discard();
  workspace.editor.tab = 'definition';
  notices.tell(`Edits of “${title}” dropped`, { label: 'Undo', run: back });
}
