import type { Workspace } from '../shared/workspace/workspace.svelte.ts';
import { selectedDraftCommands } from '../shared/workspace/commands/draft-commands.ts';
import type { ThingCommand } from '../shared/workspace/commands/thing-command.ts';
import { selectedWebhookCommands } from '../shared/workspace/commands/webhook-commands.ts';
import { type AppCommand, ofThing } from './app-command.ts';

export function exportCommands(
  workspace: Workspace,
  ofInstallation: ThingCommand | null | undefined,
): AppCommand[] {
  const { connections, exports } = workspace;
  const commands: (AppCommand | false | null)[] = [
    connections.all.length > 0 && {
      id: 'export-webhooks',
      group: 'Bundles',
      label: 'Export webhooks…',
      run: () => {
        workspace.openExport();
      },
    },
    ofThing('export-installation', 'Bundles', ofInstallation),
    ofThing('export-chosen', 'Bundles', selectedWebhookCommands(workspace)?.export),
    ofThing('export-drafts', 'Bundles', selectedDraftCommands(workspace)?.export),
    exports.current !== null &&
      workspace.screen !== 'export' && {
        id: 'export',
        group: 'Go to',
        label: 'Back to the export',
        run: () => {
          workspace.show('export');
        },
      },
  ];
  return commands.filter((command) => command !== false && command !== null);
}
