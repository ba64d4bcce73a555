import FilePen from '@lucide/svelte/icons/file-pen';
import MoveRight from '@lucide/svelte/icons/move-right';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { Draft } from '../../shared/drafts/draft.svelte.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import { copyCommands, copySourceOf } from '../../workspace/commands/copy-commands.ts';
import { selectedDraftCommands } from '../../workspace/commands/draft-commands.ts';
import { type MenuItem, menuOfThing, type ThingCommand } from '../../ui/menu-item.ts';
import { targetOfDraft, webhookCommands } from '../../workspace/commands/webhook-commands.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';

interface DraftActions {
  readonly move: (draft: Draft) => void;
  readonly remove: (draft: Draft) => void;
}

type Name = 'open' | 'duplicate' | 'history' | 'export' | 'move' | 'remove';

export function draftCommands(
  draft: Draft,
  workspace: Workspace,
  actions: DraftActions,
): Record<Name, ThingCommand> {
  const target = targetOfDraft(draft, workspace);
  // Copies and comparisons take what the installation holds, not the draft.
  const { duplicate, history, export: exporting } = webhookCommands(target, workspace);
  return {
    open: {
      label: 'Open',
      shortcut: 'Enter',
      named: `Open “${draft.title}”`,
      icon: FilePen,
      disabled: target.connection === undefined,
      choose: () => void workspace.navigation.resume(draft),
    },
    duplicate,
    history,
    export: exporting,
    move: {
      label: 'Move to another installation…',
      named: `Move “${draft.title}” to another installation…`,
      icon: MoveRight,
      choose: () => actions.move(draft),
    },
    remove: {
      label: 'Delete',
      named: `Delete “${draft.title}”`,
      icon: Trash2,
      danger: true,
      choose: () => actions.remove(draft),
    },
  };
}

export function draftMenu(
  element: Element,
  workspace: Workspace,
  notices: Notices,
  actions: DraftActions,
): { label: string; items: MenuItem[] } | null {
  const key = element.closest<HTMLElement>('[data-draft]')?.dataset.draft;
  const { edited, selected } = workspace.drafts;
  const draft = edited.find((each) => each.key === key);
  if (draft === undefined) return null;
  const isOneOfSeveral = selected.length > 1 && selected.includes(draft);
  const ofSelected = isOneOfSeveral ? selectedDraftCommands(workspace) : null;
  if (ofSelected !== null)
    return { label: 'Selected drafts', items: menuOfThing({ ...ofSelected }) };
  const copies = copyCommands(copySourceOf(targetOfDraft(draft, workspace), workspace), notices);
  const commands = draftCommands(draft, workspace, actions);
  return { label: draft.title, items: menuOfThing(commands, copies) };
}
