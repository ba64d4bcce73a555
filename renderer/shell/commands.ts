import { undoEdit } from '../features/editor/undo-edit.ts';
import type { Notices } from '../shared/notices.svelte.ts';
import type { Workspace } from '../shared/workspace/workspace.svelte.ts';
import type { AppCommand } from './app-command.ts';
import { exportCommands } from './export-commands.ts';
import { historyCommands } from './history-commands.ts';
import { bundleCommands } from './bundle-commands.ts';
import { focusFilter, modifier } from './shortcuts.ts';
import { planCommands } from './plan-commands.ts';
import { settingsCommands, vaultCommands } from './settings-commands.ts';
import type { OpenDialogs } from '../shared/workspace/open-dialogs.svelte.ts';

export function commandsOf(
  workspace: Workspace,
  dialogs: OpenDialogs,
  notices: Notices,
): AppCommand[] {
  const { connection, connections, list, preferences, vault } = workspace;
  const { draft } = workspace.editor;
  const writable = connection !== null && !connection.readOnly;
  const commands: (AppCommand | false)[] = [
    writable && {
      id: 'new',
      group: 'Webhooks',
      label: `New webhook on ${connection.name}`,
      shortcut: 'N',
      run: () => {
        workspace.create();
      },
    },
    writable &&
      draft !== null &&
      workspace.idDefectOf(draft) === null && {
        id: 'review',
        group: 'Webhooks',
        label: `Review and publish “${draft.title}”`,
        shortcut: `${modifier} Enter`,
        run: () => {
          workspace.editor.review();
          workspace.editor.focus.request();
        },
      },
    writable &&
      draft?.edits.canUndo === true && {
        id: 'undo',
        group: 'Webhooks',
        label: `Undo an edit of “${draft.title}”`,
        shortcut: `${modifier} Z`,
        run: () => void undoEdit(workspace.editor, 'undo', notices),
      },
    writable &&
      draft?.edits.canRedo === true && {
        id: 'redo',
        group: 'Webhooks',
        label: `Redo an edit of “${draft.title}”`,
        shortcut: `${modifier} Shift Z`,
        run: () => void undoEdit(workspace.editor, 'redo', notices),
      },
    writable &&
      draft !== null && {
        id: 'duplicate',
        group: 'Webhooks',
        label: `Duplicate “${draft.title}”`,
        run: () => {
          workspace.create(draft.definition);
        },
      },
    connection?.practice === true && {
      id: 'practise',
      group: 'Webhooks',
      label: `Raise an alert on ${connection.name}…`,
      run: () => {
        workspace.practise();
      },
    },
    list !== null &&
      connection !== null && {
        id: 'coverage',
        group: 'Webhooks',
        label: `Coverage of ${connection.name}`,
        run: () => {
          workspace.showCoverage();
        },
      },
    connection !== null && {
      id: 'tokens',
      group: 'Installations',
      label: `Placeholders of ${connection.name}…`,
      run: () => {
        dialogs.tokensOf = connection;
      },
    },
    list !== null && {
      id: 'filter',
      group: 'Webhooks',
      label: 'Filter the list',
      shortcut: `${modifier} F`,
      run: focusFilter,
    },
    list !== null && {
      id: 'read',
      group: 'Webhooks',
      label: 'Refresh the list',
      shortcut: 'F5',
      run: () => void list.read(),
    },
    {
      id: 'add',
      group: 'Installations',
      label: 'Add an installation…',
      run: () => {
        dialogs.addInstallation();
      },
    },
    {
      id: 'import-connections',
      group: 'Installations',
      label: 'Import installations…',
      run: () => {
        dialogs.importing = true;
      },
    },
    connections.all.length > 0 && {
      id: 'export-connections',
      group: 'Installations',
      label: 'Export installations…',
      run: () => {
        dialogs.exporting = { connectionIds: null };
      },
    },
    connections.all.length > 1 && {
      id: 'read-all',
      group: 'Installations',
      label: 'Refresh all installations',
      run: () => void workspace.readings.read(connections.shown.map(({ id }) => id)),
    },
    connection !== null && {
      id: 'settings',
      group: 'Installations',
      label: `Settings of ${connection.name}…`,
      run: () => {
        dialogs.editInstallation(connection);
      },
    },
    {
      id: 'drafts',
      group: 'Go to',
      label: 'Drafts',
      run: () => {
        workspace.screen = 'drafts';
      },
    },
    ...bundleCommands(workspace),
    ...exportCommands(workspace),
    ...planCommands(workspace),
    ...connections.all.map((each) => ({
      id: `go-${each.id}`,
      group: 'Go to',
      label: `${each.name} (${each.variant})`,
      run: () => {
        workspace.select(each.id);
      },
    })),
    ...workspace.drafts.edited
      .filter((each) => each !== draft)
      .map((each) => ({
        id: `draft-${each.key}`,
        group: 'Not published',
        label: `${each.title} on ${connections.find(each.connectionId)?.name ?? '?'}`,
        run: () => {
          void workspace.resume(each);
          workspace.editor.focus.request();
        },
      })),
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      group: 'Window',
      label: theme === 'system' ? 'Theme: system' : `Theme: ${theme}`,
      run: () => void preferences.chooseTheme(theme),
    })),
    ...historyCommands(workspace, dialogs),
    ...settingsCommands(dialogs),
    ...vaultCommands(vault),
    {
      id: 'keys',
      group: 'Window',
      label: 'Show keyboard shortcuts',
      shortcut: '?',
      run: () => {
        dialogs.keys = true;
      },
    },
  ];
  const { singleKeys } = preferences.settings;
  return commands
    .filter((command) => command !== false)
    .map((command) => (singleKeys ? command : withoutSingleKey(command)));
}

function withoutSingleKey({ shortcut, ...command }: AppCommand): AppCommand {
  return shortcut === undefined || shortcut.length === 1 ? command : { ...command, shortcut };
}
