import type { Workspace } from '../shared/workspace/workspace.svelte.ts';
import type { AppCommand } from './app-command.ts';
import type { OpenDialogs } from '../shared/workspace/open-dialogs.svelte.ts';

export function historyCommands(workspace: Workspace, dialogs: OpenDialogs): AppCommand[] {
  const { connection, history } = workspace;
  const { draft } = workspace.editor;
  const base = draft?.base ?? null;
  const commands: (AppCommand | false)[] = [
    {
      id: 'history',
      group: 'Go to',
      label: 'History',
      shortcut: 'H',
      run: () => {
        workspace.showHistory();
      },
    },
    connection !== null && {
      id: 'history-installation',
      group: 'Go to',
      label: `Filter History by ${connection.name}`,
      run: () => {
        workspace.showHistory({ connectionId: connection.id });
      },
    },
    draft !== null &&
      base !== null && {
        id: 'history-webhook',
        group: 'Go to',
        label: `Filter History by “${draft.title}”`,
        run: () => {
          const { connectionId, title } = draft;
          workspace.showHistory({ webhook: { connectionId, webhookId: base.id, name: title } });
        },
      },
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
  return commands.filter((command) => command !== false);
}
