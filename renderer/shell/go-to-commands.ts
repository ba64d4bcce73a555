import { editedTabs, tabLabels } from '../features/editor/editor-tabs.ts';
import type { ThingCommand } from '../workspace/commands/thing-command.ts';
import type { Screen } from '../workspace/origins.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { type CommandOfGroup, ofThing } from './app-command.ts';
import { backKeys, forwardKeys, goBack, goForward, modifier, openAll } from './shortcuts.ts';

const shortcutOf = (at: number): { shortcut?: string } =>
  at < 0 || at > 8 ? {} : { shortcut: `${modifier} ${String(at + 1)}` };

/** The tabs of the open webhook; *Review and publish* goes to the review. */
function tabs({ editor, navigation }: Workspace): CommandOfGroup[] {
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

export function goToCommands(
  workspace: Workspace,
  [historyOfInstallation, historyOfWebhook]: readonly (ThingCommand | null | undefined)[],
): CommandOfGroup[] {
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
    ofThing('history-installation', historyOfInstallation),
    ofThing('history-webhook', historyOfWebhook),
  ];
}
