import type { InstallationContext } from '../shared/workspace/commands/installation-commands.ts';
import type { ThingCommand } from '../shared/workspace/commands/thing-command.ts';
import { type AppCommand, ofThing } from './app-command.ts';

export function historyCommands(
  { workspace, dialogs }: InstallationContext,
  [ofInstallation, ofWebhook]: readonly (ThingCommand | null | undefined)[],
): AppCommand[] {
  const { history } = workspace;
  const commands: (AppCommand | false | null)[] = [
    {
      id: 'history',
      group: 'Go to',
      label: 'History',
      shortcut: 'H',
      run: () => {
        workspace.showHistory();
      },
    },
    ofThing('history-installation', 'Go to', ofInstallation),
    ofThing('history-webhook', 'Go to', ofWebhook),
    {
      id: 'history-export',
      group: 'History',
      label: 'Export History…',
      run: () => {
        dialogs.exportingHistory = true;
      },
    },
    history.openCount > 0 && {
      id: 'history-settle',
      group: 'History',
      label: 'Check unknown results',
      run: () => void history.settle(),
    },
  ];
  return commands.filter((command) => command !== false && command !== null);
}
