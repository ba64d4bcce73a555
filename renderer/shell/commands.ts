import type { PlanState } from '#contract/plans.ts';
import { differingPractice } from '#domain/installation/practice.ts';
import { chooseFile, chooseFolder } from '../features/bundles/importing/open-incoming-file.ts';
import { editedTabs, tabLabels } from '../features/editor/editor-tabs.ts';
import { undoEdit } from '../features/editor/undo-edit.ts';
import { startPractice } from '../features/installations/start-practice.ts';
import { commandLabels } from '../features/rotate/rotation-labels.ts';
import type { Draft } from '../shared/drafts/draft.svelte.ts';
import { momentOf } from '../ui/date-formats.ts';
import { counted } from '#domain/text/wording.ts';
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
import type { Screen } from '../workspace/origins.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { type AppCommand, type CommandOfGroup, ofThing } from './app-command.ts';
import { vaultCommands, windowCommands } from './settings-commands.ts';
import {
  backKeys,
  focusFilter,
  forwardKeys,
  goBack,
  goForward,
  modifier,
  openAll,
} from './shortcuts.ts';

type Group = readonly CommandOfGroup[];
type OfInstallation = ReturnType<typeof installationCommands> | null;
type OfWebhook = ReturnType<typeof webhookCommands> | null;

/** Their list has a search field. */
const searchableScreens: ReadonlySet<Screen> = new Set([
  'installation',
  'all',
  'drafts',
  'history',
  'plan',
  'compare',
]);

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
    'Go to': ofPlaces(workspace, ofInstallation, ofWebhook),
    Installations: ofInstallations(context, ofInstallation),
    Bundles: ofBundles(workspace, ofInstallation),
    Drafts: [...draftsToPublish(workspace), ...draftsToOpen(workspace)],
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
  const { connection, list, screen } = workspace.navigation;
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
    searchableScreens.has(screen) &&
      (screen !== 'installation' || list?.isShown === true) && {
        id: 'filter',
        label: 'Filter the list',
        shortcut: `${modifier} F`,
        run: focusFilter,
      },
    // Elsewhere, F5 refreshes what that screen shows.
    list !== null &&
      screen === 'installation' && {
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

const shortcutOf = (at: number): { shortcut?: string } =>
  at < 0 || at > 8 ? {} : { shortcut: `${modifier} ${String(at + 1)}` };

/** The tabs of the open webhook; *Review and publish* goes to the review. */
function tabs({ editor, navigation }: Workspace): Group {
  const { draft } = editor;
  if (draft === null || navigation.connection === null) return [];
  return editedTabs.map((tab) => ({
    id: `tab-${tab}`,
    connectionId: draft.connectionId,
    label: `${tabLabels[tab]} of “${draft.title}”`,
    run: () => {
      editor.goTo(tab);
    },
  }));
}

function ofPlaces(
  workspace: Workspace,
  ofInstallation: OfInstallation,
  ofWebhook: OfWebhook,
): Group {
  const { connections, exports, plans } = workspace;
  const { screen } = workspace.navigation;
  const hasConnections = connections.all.length > 0;
  const show = (next: Screen) => () => {
    workspace.navigation.show(next);
  };
  return [
    hasConnections && {
      id: 'coverage-of-all',
      label: 'Coverage of all installations',
      run: show('coverage'),
    },
    ...tabs(workspace),
    { id: 'back', label: 'Back', shortcut: backKeys, run: goBack },
    { id: 'forward', label: 'Forward', shortcut: forwardKeys, run: goForward },
    hasConnections && {
      id: 'all',
      label: 'All installations',
      shortcut: `${modifier} Shift F`,
      run: () => void openAll(workspace),
    },
    {
      id: 'drafts',
      label: 'Drafts',
      run: () => {
        workspace.navigation.screen = 'drafts';
      },
    },
    { id: 'pauses', label: 'Pauses', run: show('pauses') },
    hasConnections && { id: 'changes', label: 'Changes by others', run: show('changes') },
    { id: 'compare', label: 'Compare', run: show('compare') },
    { id: 'bundles', label: 'Bundles', run: show('bundles') },
    exports.current !== null &&
      screen !== 'export' && { id: 'export', label: 'Back to the export', run: show('export') },
    plans.current !== null &&
      screen !== 'plan' && { id: 'plan', label: 'Back to the plan', run: show('plan') },
    ...connections.all.map(({ id, name, variant }) => ({
      id: `go-${id}`,
      connectionId: id,
      label: `${name} (${variant})`,
      ...shortcutOf(connections.shown.findIndex((each) => each.id === id)),
      run: () => workspace.navigation.select(id),
    })),
    {
      id: 'history',
      label: 'History',
      shortcut: 'H',
      run: () => workspace.navigation.showHistory(),
    },
    ofThing('history-installation', ofInstallation?.history),
    ofThing('history-webhook', ofWebhook?.history),
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

function draftsToPublish(workspace: Workspace): Group {
  const { drafts, plans } = workspace;
  const { connection } = workspace.navigation;
  const { publishable } = drafts;
  const here = publishable.filter(({ connectionId }) => connectionId === connection?.id);
  const publish = (id: string, label: string, of: readonly Draft[]): CommandOfGroup =>
    of.length > 0 && {
      id,
      label,
      run: () =>
        workspace.navigation.openPlan({ kind: 'drafts', draftIds: of.map(({ key }) => key) }),
    };
  const hereLabel = `${counted(here.length, 'draft')} of ${connection?.name ?? ''}`;
  const all = counted(publishable.length, 'draft');
  const allLabel = publishable.length === 1 ? all : `all ${all}`;
  const hasOthers = publishable.length > here.length;
  return [
    ofThing('plan-ticked', selectedDraftCommands(workspace)?.publish),
    publish('plan-here', `Review and publish ${hereLabel}…`, here),
    hasOthers && publish('plan-all', `Review and publish ${allLabel}…`, publishable),
    ...plans.interrupted.map((planState) => interruptedCommand(planState, workspace)),
  ];
}

function interruptedCommand(planState: PlanState, workspace: Workspace): CommandOfGroup {
  const { planId, title, startedAt } = planState;
  return {
    id: `undone-${planId}`,
    label: `Show results: ${title} (${momentOf(startedAt)})`,
    run: () => workspace.navigation.showPlan(planState),
  };
}

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
