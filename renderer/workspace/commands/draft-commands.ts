import Download from '@lucide/svelte/icons/download';
import Send from '@lucide/svelte/icons/send';
import { counted } from '../../ui/counted.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { ThingCommand } from './thing-command.ts';

interface SelectedDraftCommands {
  /** `null` if no selected draft is on a writable installation. */
  readonly publish: ThingCommand | null;
  readonly export: ThingCommand;
}

/** `null` if no draft is selected. */
export function selectedDraftCommands(workspace: Workspace): SelectedDraftCommands | null {
  const { drafts } = workspace;
  const selected = drafts.edited.filter(({ key }) => drafts.ticked.has(key));
  const writable = drafts.publishable.filter(({ key }) => drafts.ticked.has(key));
  if (selected.length === 0) return null;
  const publish = `Review and publish ${counted(writable.length, 'selected draft')}…`;
  const exported = `Export ${counted(selected.length, 'selected draft')}…`;
  return {
    publish:
      writable.length === 0
        ? null
        : {
            label: publish,
            named: publish,
            icon: Send,
            choose: () =>
              workspace.navigation.openPlan({
                kind: 'drafts',
                draftIds: writable.map(({ key }) => key),
              }),
          },
    export: {
      label: exported,
      named: exported,
      icon: Download,
      choose: () => workspace.navigation.openExport({ draftIds: selected.map(({ key }) => key) }),
    },
  };
}
