import { differingPractice } from '#domain/installation/practice.ts';
import { chooseFile, chooseFolder } from '../features/bundles/importing/open-incoming-file.ts';
import { undoEdit } from '../features/editor/undo-edit.ts';
import { startPractice } from '../features/installations/start-practice.ts';
import { commandLabels } from '../features/rotate/labels.ts';
import { selectedDraftCommands } from '../workspace/commands/draft-commands.ts';
import {
  type CommandContext,
  installationCommands,
} from '../workspace/commands/installation-commands.ts';
import {
  selectedWebhookCommands,
  targetOfDraft,
  webhookCommands,
} from '../workspace/commands/webhook-commands.ts';
import type { OpenDialog } from '../workspace/open-dialogs.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { type AppCommand, type CommandOfGroup, ofThing } from './app-command.ts';
import { goToCommands } from './go-to-commands.ts';
import { publishingCommands } from './publishing-commands.ts';
import { vaultCommands, windowCommands } from './settings-commands.ts';
import { focusFilter, modifier } from './shortcuts.ts';

type Group = readonly CommandOfGroup[];
type OfInstallation = ReturnType<typeof installationCommands> | null;
type OfWebhook = ReturnType<typeof webhookCommands> | null;

export function commandsOf(context: CommandContext): AppCommand[] {
  const { workspace, dialogs } = context;
  const { editor, preferences } = workspace;
  const { connection, screen } = workspace.navigation;
  const { draft } = editor;
  const ofInstallation = connection === null ? null : installationCommands(connection, context);
  const ofWebhook =
    draft === null ? null : webhookCommands(targetOfDraft(draft, workspace), workspace);
  const groups: Readonly<Record<string, Group>> = {
    Webhooks: ofWebhooks(context, ofWebhook, ofInstallation),
    'Go to': goToCommands(workspace, [ofInstallation?.history, ofWebhook?.history]),
    Installations: ofInstallations(context, ofInstallation),
    Bundles: ofBundles(workspace, ofInstallation),
    Drafts: [...publishingCommands(workspace), ...draftsToOpen(workspace)],
    Window: windowCommands(workspace, dialogs),
    History: ofHistory(context),
    Vault: vaultCommands(workspace.vault),
  };
  const { singleKeys } = preferences.settings;
  return Object.entries(groups).flatMap(([group, commands]) =>
    commands
      .filter((command) => command !== false && command !== null)
      .map((command) => ({ ...command, group }))
      .map((command) =>
        singleKeys && !(command.id === 'new' && screen === 'all')
          ? command
          : withoutSingleKey(command),
      ),
  );
}

function withoutSingleKey({ shortcut, ...command }: AppCommand): AppCommand {
  return shortcut === undefined || shortcut.length === 1 ? command : { ...command, shortcut };
}

function ofWebhooks(
  { workspace, notices }: CommandContext,
  ofWebhook: OfWebhook,
  ofInstallation: OfInstallation,
): Group {
  const { connections, editor } = workspace;
  const { connection, list } = workspace.navigation;
  const { draft } = editor;
  const writable = connection !== null && !connection.readOnly;
  const selected = selectedWebhookCommands(workspace);
  return [
    writable && {
      id: 'new',
      connectionId: connection.id,
      label: `New webhook on ${connection.name}`,
      shortcut: 'N',
      run: () => workspace.navigation.create(),
    },
    writable &&
      draft !== null &&
      workspace.lists.idDefectOf(draft) === null && {
        id: 'review',
        connectionId: draft.connectionId,
        label: `Review and publish “${draft.title}”`,
        shortcut: `${modifier} Enter`,
        run: () => {
          editor.goTo('review');
        },
      },
    writable &&
      draft?.edits.canUndo === true && {
        id: 'undo',
        label: `Undo an edit of “${draft.title}”`,
        shortcut: `${modifier} Z`,
        run: () => void undoEdit(editor, 'undo', notices),
      },
    writable &&
      draft?.edits.canRedo === true && {
        id: 'redo',
        label: `Redo an edit of “${draft.title}”`,
        shortcut: `${modifier} Shift Z`,
        run: () => void undoEdit(editor, 'redo', notices),
      },
    ofThing('duplicate', ofWebhook?.duplicate),
    ofThing('copy-webhook', ofWebhook?.copyTo),
    ofThing('pause-webhook', ofWebhook?.pause),
    ofThing('export-webhook', ofWebhook?.export),
    ofThing('practise', ofInstallation?.raise),
    ofThing('practise-changes', ofInstallation?.changeWebhooks),
    ofThing('coverage', ofInstallation?.coverage),
    list !== null && {
      id: 'filter',
      label: 'Filter the list',
      shortcut: `${modifier} F`,
      run: focusFilter,
    },
    list !== null && {
      id: 'read',
      label: 'Refresh the list',
      shortcut: 'F5',
      run: () => void list.read(),
    },
    ofThing('compare-webhook', ofWebhook?.compare),
    ...(['find', 'rotate'] as const).map(
      (purpose) =>
        connections.all.length > 0 && {
          id: `${purpose}-value`,
          label: commandLabels[purpose],
          run: () => workspace.navigation.showRotation(purpose),
        },
    ),
    ...(['copy-to', 'edit-many', 'pause', 'turn-on', 'turn-off', 'delete'] as const).map((change) =>
      ofThing(`chosen-${change}`, selected?.[change]),
    ),
  ];
}

function ofInstallations(
  { workspace, dialogs, notices }: CommandContext,
  ofInstallation: OfInstallation,
): Group {
  const { connections } = workspace;
  const open = (dialog: OpenDialog) => () => {
    dialogs.open(dialog);
  };
  return [
    ofThing('tokens', ofInstallation?.placeholders),
    { id: 'add', label: 'Add an installation…', run: dialogs.addInstallation },
    {
      id: 'import-connections',
      label: 'Import installations…',
      run: open({ kind: 'import-installations' }),
    },
    {
      id: 'practise-on-three',
      label: 'Start three sample installations',
      run: () => void notices.attempt(() => startPractice(workspace, differingPractice)),
    },
    connections.all.length > 0 && {
      id: 'export-connections',
      label: 'Export installations…',
      run: open({ kind: 'export-installations', connectionIds: null }),
    },
    connections.all.length > 1 && {
      id: 'read-all',
      label: 'Refresh all installations',
      run: () => workspace.readings.readAll(),
    },
    ofThing('settings', ofInstallation?.settings),
    ofThing('sign-out', ofInstallation?.signOut),
    ofThing('browse', ofInstallation?.browse),
    ofThing('export-one', ofInstallation?.export),
    ofThing('duplicate-installation', ofInstallation?.duplicate),
    ofThing('duplicate-with-secrets', ofInstallation?.duplicateWithSecrets),
    ofThing('remove', ofInstallation?.remove),
    ofThing('compare-installation', ofInstallation?.compare),
    ofThing('pause-installation', ofInstallation?.pause),
  ];
}

const ofBundles = (workspace: Workspace, ofInstallation: OfInstallation): Group => [
  {
    id: 'open-bundle',
    label: 'Import webhooks…',
    shortcut: `${modifier} O`,
    run: chooseFile,
  },
  { id: 'open-folder', label: 'Import a folder of webhooks…', run: chooseFolder },
  workspace.connections.all.length > 0 && {
    id: 'export-webhooks',
    label: 'Export webhooks…',
    run: () => workspace.navigation.openExport(),
  },
  ofThing('export-installation', ofInstallation?.exportWebhooks),
  ofThing('export-chosen', selectedWebhookCommands(workspace)?.export),
  ofThing('export-drafts', selectedDraftCommands(workspace)?.export),
];

const draftsToOpen = (workspace: Workspace): Group =>
  workspace.drafts.edited
    .filter((draft) => draft !== workspace.editor.draft)
    .map((draft) => ({
      id: `draft-${draft.key}`,
      connectionId: draft.connectionId,
      label: `${draft.title} on ${workspace.connections.find(draft.connectionId)?.name ?? '?'}`,
      run: () => {
        void workspace.navigation.resume(draft);
        workspace.editor.focus.request();
      },
    }));

const ofHistory = ({ workspace, dialogs }: CommandContext): Group => [
  {
    id: 'history-export',
    label: 'Export History…',
    run: () => dialogs.open({ kind: 'export-history' }),
  },
  workspace.history.openCount > 0 && {
    id: 'history-settle',
    label: 'Check unknown results',
    run: () => void workspace.history.settle(),
  },
];
