import type { MenuItemConstructorOptions } from 'electron';
import type { HelpPage, WindowCommand } from '#contract/app.ts';

export interface MenuNeeds {
  readonly platform: NodeJS.Platform;
  readonly development: boolean;
  /** Development only. Electron's role `reload` would lose the edits. */
  readonly reload: () => void;
  readonly showHelp: (page: HelpPage) => void;
  readonly showLog: () => void;
  readonly run: (id: string) => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Uses the system's roles, so that copy, undo, zoom and quit work everywhere. */
export function applicationMenu(
  needs: MenuNeeds,
  commands: readonly WindowCommand[],
): MenuItemConstructorOptions[] {
  const { platform, development, reload, showHelp, showLog, run } = needs;
  const isMac = platform === 'darwin';
  const itemsFor = (menu: WindowCommand['menu']): MenuItemConstructorOptions[] =>
    commands
      .filter((command) => command.menu === menu)
      .map((command) => itemOf(command, run, isMac));
  const forDevelopers: MenuItemConstructorOptions[] = [
    separator,
    { label: 'Reload', accelerator: 'CommandOrControl+R', click: reload },
    { role: 'toggleDevTools' },
  ];
  const view: MenuItemConstructorOptions[] = [
    ...itemsFor('View'),
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
    ...(development ? forDevelopers : []),
  ];
  const helpItem = (page: HelpPage, label: string): MenuItemConstructorOptions => ({
    id: `help-${page}`,
    label,
    click: () => {
      showHelp(page);
    },
  });
  const help: MenuItemConstructorOptions[] = [
    helpItem('guide', 'User guide'),
    ...itemsFor('Help'),
    { label: 'Show log', click: showLog },
    helpItem('licences', 'Licences'),
    ...(isMac ? [] : [{ role: 'about' as const }]),
  ];
  const otherMenus = (['Go', 'Webhook', 'Installation'] as const)
    .map((menu) => ({ label: menu, submenu: itemsFor(menu) }))
    .filter(({ submenu }) => submenu.length > 0);
  const closeItem: MenuItemConstructorOptions = { role: isMac ? 'close' : 'quit' };
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { role: 'fileMenu', submenu: [...itemsFor('File'), separator, closeItem] },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    ...otherMenus,
    { role: 'windowMenu' },
    { role: 'help', submenu: help },
  ];
}

function itemOf(
  { id, label, shortcut, enabled }: WindowCommand,
  run: MenuNeeds['run'],
  isMac: boolean,
): MenuItemConstructorOptions {
  const accelerator = shortcut === null || isMac ? null : acceleratorOf(shortcut);
  const item = {
    id,
    label,
    enabled,
    click: () => {
      run(id);
    },
  };
  // The window handles its keys, also where a dialog or a text field takes them. A menu of macOS would
  // take them first, because `registerAccelerator` has no effect there.
  return accelerator === null ? item : { ...item, accelerator, registerAccelerator: false };
}

const keyNames: Readonly<Record<string, string>> = {
  Ctrl: 'CommandOrControl',
  '⌘': 'Command',
  '←': 'Left',
  '→': 'Right',
};

/** `null` for a single letter, which a menu would take from text fields. */
function acceleratorOf(shortcut: string): string | null {
  if (shortcut.length === 1) return null;
  return shortcut
    .split(' ')
    .map((key) => keyNames[key] ?? key)
    .join('+');
}
