import type { Vault } from '../shared/secrets/vault.svelte.ts';
import { showHelp } from '../shared/show-help.ts';
import type { OpenDialogs, SettingsPlace } from '../workspace/open-dialogs.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import type { CommandOfGroup } from './app-command.ts';
import { modifier } from './shortcuts.ts';
import { hasListToHide, hideOrShowList } from './shown-panes.ts';

export function windowCommands(workspace: Workspace, dialogs: OpenDialogs): CommandOfGroup[] {
  const { client, notices, preferences, updates } = workspace;
  const open = (place: SettingsPlace) => () => {
    dialogs.open({ kind: 'settings', place });
  };
  return [
    hasListToHide(workspace) && {
      id: 'list-room',
      label: workspace.navigation.listHidden ? 'Show the list' : 'Hide the list',
      shortcut: `${modifier} B`,
      run: () => {
        hideOrShowList(workspace);
      },
    },
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      label: `Theme: ${theme}`,
      run: () => void preferences.change({ theme }),
    })),
    {
      id: 'clear-recent',
      label: 'Clear recent webhooks, searches and files',
      run: () =>
        void notices.attempt(async () => {
          await client.recent.clear();
          notices.notify('Recent webhooks, searches and files cleared');
        }),
    },
    {
      id: 'app-settings',
      label: 'Hookdesk settings…',
      shortcut: `${modifier} ,`,
      run: open('secrets'),
    },
    { id: 'diagnostics', label: 'Diagnostics…', run: open('diagnostics') },
    { id: 'about', label: 'About Hookdesk…', run: open('about') },
    updates.state !== null &&
      updates.state.kind !== 'off' && {
        id: 'check-updates',
        label: 'Check for updates…',
        run: () => {
          open('about')();
          void updates.host.check();
        },
      },
    ...(['guide', 'licences'] as const).map((page) => ({
      id: page,
      label: page === 'guide' ? 'Show user guide' : 'Show licences',
      run: () => showHelp(page),
    })),
    {
      id: 'keys',
      label: 'Show keyboard shortcuts',
      shortcut: '?',
      run: () => dialogs.open({ kind: 'shortcuts' }),
    },
  ];
}

export function vaultCommands(vault: Vault): CommandOfGroup[] {
  const { state } = vault;
  if (state === null) return [];
  return [
    state.kind === 'passphrase' &&
      state.status === 'ready' && {
        id: 'vault-lock',
        label: 'Lock the vault now',
        run: () => void vault.lock(),
      },
    state.choices.length > 0 && {
      id: 'vault-place',
      label: 'Select secret storage…',
      run: () => vault.ask({ kind: 'choose', to: null }),
    },
  ];
}
