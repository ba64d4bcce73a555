import type { Workspace } from '../shared/workspace/workspace.svelte.ts';
import { counted } from '../ui/counted.ts';
import type { AppCommand } from './app-command.ts';

export function exportCommands(workspace: Workspace): AppCommand[] {
  const { connection, connections, drafts, exports, list } = workspace;
  const ticked = list?.tickedIds ?? [];
  const tickedDrafts = drafts.edited.filter(({ key }) => drafts.ticked.has(key));
  const commands: (AppCommand | false)[] = [
    connections.all.length > 0 && {
      id: 'export-webhooks',
      group: 'Bundles',
      label: 'Export webhooks…',
      run: () => {
        workspace.openExport();
      },
    },
    connection !== null &&
      ticked.length > 0 && {
        id: 'export-chosen',
        group: 'Bundles',
        label: `Export ${counted(ticked.length, 'selected webhook')} of ${connection.name}…`,
        run: () => {
          workspace.openExport({ webhooks: new Map([[connection.id, ticked]]) });
        },
      },
    tickedDrafts.length > 0 && {
      id: 'export-drafts',
      group: 'Bundles',
      label: `Export ${counted(tickedDrafts.length, 'selected draft')}…`,
      run: () => {
        workspace.openExport({ draftIds: tickedDrafts.map(({ key }) => key) });
      },
    },
    exports.current !== null &&
      workspace.screen !== 'export' && {
        id: 'export',
        group: 'Go to',
        label: 'Back to the export',
        run: () => {
          workspace.showExport();
        },
      },
  ];
  return commands.filter((command) => command !== false);
}
