import type { HookdeskClient } from '#contract/index.ts';
import type { WindowCommand } from '#contract/window-commands.ts';
import type { AppCommand } from './app-command.ts';

type Place = Pick<WindowCommand, 'id' | 'menu' | 'label'>;

const inMenu =
  (menu: WindowCommand['menu']) =>
  ([id, label]: readonly [string, string]): Place => ({ id, menu, label });

/** The palette names the open webhook and the installation; the application menu does not. */
const places: readonly Place[] = [
  ...(
    [
      ['open-bundle', 'Import webhooks…'],
      ['export-webhooks', 'Export webhooks…'],
      ['import-connections', 'Import installations…'],
      ['export-connections', 'Export installations…'],
      ['history-export', 'Export History…'],
      ['app-settings', 'Settings…'],
    ] as const
  ).map(inMenu('File')),
  ...(
    [
      ['palette', 'Search or run a command…'],
      ['filter', 'Filter the list'],
      ['read', 'Refresh the list'],
      ['read-all', 'Refresh all installations'],
    ] as const
  ).map(inMenu('View')),
  ...(
    [
      ['back', 'Back'],
      ['forward', 'Forward'],
      ['all', 'All installations'],
      ['drafts', 'Drafts'],
      ['bundles', 'Bundles'],
      ['history', 'History'],
      ['coverage-of-all', 'Coverage of all installations'],
      ['plan', 'Plan'],
    ] as const
  ).map(inMenu('Go')),
  ...(
    [
      ['new', 'New webhook'],
      ['review', 'Review and publish'],
      ['duplicate', 'Duplicate'],
      ['history-webhook', 'History of the webhook'],
      ['export-webhook', 'Export…'],
      ['find-value', 'Find a value…'],
      ['rotate-value', 'Rotate a secret…'],
    ] as const
  ).map(inMenu('Webhook')),
  ...(
    [
      ['add', 'Add an installation…'],
      ['settings', 'Settings of the installation…'],
      ['tokens', 'Placeholders…'],
      ['coverage', 'Coverage'],
      ['history-installation', 'History of the installation'],
      ['browse', 'Open in browser'],
      ['export-installation', 'Export webhooks…'],
      ['practise', 'Raise an alert…'],
      ['sign-out', 'Sign out'],
      ['remove', 'Remove from Hookdesk…'],
    ] as const
  ).map(inMenu('Installation')),
  ...(
    [
      ['keys', 'Keyboard shortcuts'],
      ['diagnostics', 'Diagnostics…'],
      ['check-updates', 'Check for updates…'],
    ] as const
  ).map(inMenu('Help')),
];

/** @param isCovered whether a dialog covers the window, which disables all commands */
export function menuCommands(
  commands: readonly AppCommand[],
  isCovered: boolean,
): readonly WindowCommand[] {
  const available = new Map(commands.map((command) => [command.id, command]));
  return places.map((place) => ({
    ...place,
    shortcut: available.get(place.id)?.shortcut ?? null,
    enabled: !isCovered && available.has(place.id),
  }));
}

/** Runs the commands that the user selects in the application menu, until the host ends. */
export async function followMenu(
  { app }: Pick<HookdeskClient, 'app'>,
  commands: () => readonly AppCommand[],
): Promise<void> {
  try {
    for await (const { id } of await app.watchCommands()) {
      commands()
        .find((command) => command.id === id)
        ?.run();
    }
  } catch {
    // The window reports a lost host itself.
  }
}
