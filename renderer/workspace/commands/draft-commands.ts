import Download from '@lucide/svelte/icons/download';
import Send from '@lucide/svelte/icons/send';
import { counted } from '#domain/text/wording.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { ThingCommand } from '../../ui/menu-item.ts';

interface SelectedDraftCommands {
  readonly publish: ThingCommand;
  readonly export: ThingCommand;
}

/** `null` if no draft is selected. */
export function selectedDraftCommands(workspace: Workspace): SelectedDraftCommands | null {
  const { drafts, navigation } = workspace;
  const draftIds = drafts.selected.map(({ key }) => key);
  if (draftIds.length === 0) return null;
  const count = counted(draftIds.length, 'selected draft');
  const publish = `Review and publish ${count}…`;
  const exported = `Export ${count}…`;
  return {
    publish: {
      label: publish,
      named: publish,
      icon: Send,
      choose: () => navigation.openPlan({ kind: 'drafts', draftIds }),
    },
    export: {
      label: exported,
      named: exported,
      icon: Download,
      choose: () => navigation.openExport({ draftIds }),
    },
  };
}
