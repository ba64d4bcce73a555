import type { Updates } from '../features/settings/updates.svelte.ts';
import type { Vault } from '../shared/secrets/vault.svelte.ts';
import type { AppCommand } from './app-command.ts';
import { modifier } from './shortcuts.ts';
import { showHelp } from '../shared/show-help.ts';
import type { OpenDialogs, SettingsPlace } from '../shared/workspace/open-dialogs.svelte.ts';

export function settingsCommands(dialogs: OpenDialogs, updates: Updates): AppCommand[] {
  const open = (place: SettingsPlace) => () => {
    dialogs.settings = place;
  };
  const commands: (AppCommand | false)[] = [
    {
      id: 'app-settings',
      group: 'Window',
      label: 'Hookdesk settings…',
      shortcut: `${modifier} ,`,
      run: open('secrets'),
    },
    { id: 'diagnostics', group: 'Window', label: 'Diagnostics…', run: open('diagnostics') },
    { id: 'about', group: 'Window', label: 'About Hookdesk…', run: open('about') },
    updates.state !== null &&
      updates.state.kind !== 'off' && {
        id: 'check-updates',
        group: 'Window',
        label: 'Check for updates…',
        run: () => {
          dialogs.settings = 'about';
          void updates.host.check();
        },
      },
    {
      id: 'guide',
      group: 'Window',
      label: 'Show user guide',
      run: () => {
        showHelp('guide');
      },
    },
    {
      id: 'licences',
      group: 'Window',
      label: 'Show licences',
      run: () => {
        showHelp('licences');
      },
    },
  ];
  return commands.filter((command) => command !== false);
}

export function vaultCommands(vault: Vault): AppCommand[] {
  const { state } = vault;
  if (state === null) return [];
  const commands: (AppCommand | false)[] = [
    state.kind === 'passphrase' &&
      state.status === 'locked' && {
        id: 'vault-unlock',
        group: 'Vault',
        label: 'Unlock the vault…',
        run: () => void vault.open(),
      },
    state.kind === 'passphrase' &&
      state.status === 'ready' && {
        id: 'vault-lock',
        group: 'Vault',
        label: 'Lock the vault now',
        run: () => void vault.lock(),
      },
    state.choices.length > 0 && {
      id: 'vault-place',
      group: 'Vault',
      label: 'Select secret storage…',
      run: () => {
        vault.ask({ kind: 'choose', to: null });
      },
    },
  ];
  return commands.filter((command) => command !== false);
}
