import type { WindowCommand } from '#contract/app.ts';
import type { AppCommand } from './app-command.ts';

type Item = readonly [menu: WindowCommand['menu'], id: string, label: string];

/** The palette names the open webhook and the installation; the application menu does not. */
const items: readonly Item[] = [
  ['File', 'open-bundle', 'Import webhooks…'],
  ['File', 'open-folder', 'Import a folder of webhooks…'],
  ['File', 'export-webhooks', 'Export webhooks…'],
  ['File', 'import-connections', 'Import installations…'],
  ['File', 'export-connections', 'Export installations…'],
  ['File', 'history-export', 'Export History…'],
  ['File', 'app-settings', 'Settings…'],
  ['View', 'palette', 'Search or run a command…'],
  ['View', 'filter', 'Filter the list'],
  ['View', 'list-room', 'Hide or show the list'],
  ['View', 'read', 'Refresh the list'],
  ['View', 'read-all', 'Refresh all installations'],
  ['Go', 'back', 'Back'],
  ['Go', 'forward', 'Forward'],
  ['Go', 'all', 'All installations'],
  ['Go', 'drafts', 'Drafts'],
  ['Go', 'pauses', 'Pauses'],
  ['Go', 'changes', 'Changes by others'],
  ['Go', 'bundles', 'Bundles'],
  ['Go', 'history', 'History'],
  ['Go', 'coverage-of-all', 'Coverage of all installations'],
  ['Go', 'plan', 'Plan'],
  ['Webhook', 'new', 'New webhook'],
  ['Webhook', 'review', 'Review and publish'],
  ['Webhook', 'duplicate', 'Duplicate'],
  ['Webhook', 'history-webhook', 'History of the webhook'],
  ['Webhook', 'export-webhook', 'Export…'],
  ['Webhook', 'find-value', 'Find where a secret is used…'],
  ['Webhook', 'rotate-value', 'Rotate a secret…'],
  ['Installation', 'add', 'Add an installation…'],
  ['Installation', 'settings', 'Settings of the installation…'],
  ['Installation', 'tokens', 'Placeholders…'],
  ['Installation', 'coverage', 'Coverage'],
  ['Installation', 'history-installation', 'History of the installation'],
  ['Installation', 'browse', 'Open in browser'],
  ['Installation', 'export-installation', 'Export webhooks…'],
  ['Installation', 'practise', 'Simulate an alert…'],
  ['Installation', 'practise-changes', 'Simulate changes by another person'],
  ['Installation', 'sign-out', 'Sign out'],
  ['Installation', 'remove', 'Remove from Hookdesk…'],
  ['Help', 'keys', 'Keyboard shortcuts'],
  ['Help', 'diagnostics', 'Diagnostics…'],
  ['Help', 'check-updates', 'Check for updates…'],
];

/** @param isCovered whether a dialog covers the window, which disables all commands */
export function menuCommands(
  commands: readonly AppCommand[],
  isCovered: boolean,
): readonly WindowCommand[] {
  const available = new Map(commands.map((command) => [command.id, command]));
  return items.map(([menu, id, label]) => ({
    id,
    menu,
    label,
    shortcut: available.get(id)?.shortcut ?? null,
    enabled: !isCovered && available.has(id),
  }));
}
