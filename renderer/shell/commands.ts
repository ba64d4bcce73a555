import { differingPractice } from '#domain/installation/practice.ts';
import { undoEdit } from '../features/editor/undo-edit.ts';
import {
  type InstallationContext,
  installationCommands,
} from '../shared/workspace/commands/installation-commands.ts';
import { targetOfDraft, webhookCommands } from '../shared/workspace/commands/webhook-commands.ts';
import { type AppCommand, ofThing } from './app-command.ts';
import { exportCommands } from './export-commands.ts';
import { historyCommands } from './history-commands.ts';
import { bundleCommands } from './bundle-commands.ts';
import {
  backKeys,
  focusFilter,
  forwardKeys,
  goBack,
  goForward,
  modifier,
  openAll,
} from './shortcuts.ts';
import { practise } from './practise.ts';
import { planCommands } from './plan-commands.ts';
import { rotationCommands } from './rotation-commands.ts';
import { settingsCommands, vaultCommands } from './settings-commands.ts';

export function commandsOf(context: InstallationContext): AppCommand[] {
  const { workspace, dialogs, notices } = context;
  const { connection, connections, list, preferences, vault } = workspace;
  const { draft } = workspace.editor;
  const writable = connection !== null && !connection.readOnly;
  const installation = connection === null ? null : installationCommands(connection, context);
  const webhook =
    draft === null ? null : webhookCommands(targetOfDraft(draft, workspace), workspace);
  const commands: (AppCommand | false | null)[] = [
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
      workspace.lists.idDefectOf(draft) === null && {
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
    ofThing('duplicate', 'Webhooks', webhook?.duplicate),
    ofThing('copy-webhook', 'Webhooks', webhook?.copyTo),
    ofThing('export-webhook', 'Webhooks', webhook?.export),
    ofThing('practise', 'Webhooks', installation?.raise),
    ofThing('coverage', 'Webhooks', installation?.coverage),
    connections.all.length > 0 && {
      id: 'coverage-of-all',
      group: 'Go to',
      label: 'Coverage of all installations',
      run: () => {
        workspace.show('coverage');
      },
    },
    ofThing('tokens', 'Installations', installation?.placeholders),
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
    {
      id: 'practise-on-three',
      group: 'Installations',
      label: 'Start three practice installations that differ',
      run: () => void notices.attempt(() => practise(workspace, differingPractice)),
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
      run: () => {
        workspace.refreshAll();
      },
    },
    ofThing('settings', 'Installations', installation?.settings),
    ofThing('sign-out', 'Installations', installation?.signOut),
    ofThing('browse', 'Installations', installation?.browse),
    ofThing('export-one', 'Installations', installation?.export),
    ofThing('duplicate-installation', 'Installations', installation?.duplicate),
    ofThing('duplicate-with-secrets', 'Installations', installation?.duplicateWithSecrets),
    ofThing('remove', 'Installations', installation?.remove),
    { id: 'back', group: 'Go to', label: 'Back', shortcut: backKeys, run: goBack },
    { id: 'forward', group: 'Go to', label: 'Forward', shortcut: forwardKeys, run: goForward },
    connections.all.length > 0 && {
      id: 'all',
      group: 'Go to',
      label: 'All installations',
      shortcut: `${modifier} Shift F`,
      run: () => void openAll(workspace),
    },
    {
      id: 'drafts',
      group: 'Go to',
      label: 'Drafts',
      run: () => {
        workspace.screen = 'drafts';
      },
    },
    {
      id: 'compare',
      group: 'Go to',
      label: 'Compare',
      run: () => {
        workspace.show('compare');
      },
    },
    ofThing('compare-installation', 'Installations', installation?.compare),
    ofThing('compare-webhook', 'Webhooks', webhook?.compare),
    ...bundleCommands(workspace),
    ...exportCommands(workspace, installation?.exportWebhooks),
    ...(connections.all.length > 0 ? rotationCommands(workspace) : []),
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
      run: () => void preferences.change({ theme }),
    })),
    ...historyCommands(context, [installation?.history, webhook?.history]),
    ...settingsCommands(dialogs, workspace.updates),
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
    .filter((command) => command !== false && command !== null)
    .map((command) =>
      singleKeys && !(command.id === 'new' && workspace.screen === 'all')
        ? command
        : withoutSingleKey(command),
    );
}

function withoutSingleKey({ shortcut, ...command }: AppCommand): AppCommand {
  return shortcut === undefined || shortcut.length === 1 ? command : { ...command, shortcut };
}
