import type { MenuItemConstructorOptions } from 'electron';

export interface MenuNeeds {
  readonly platform: NodeJS.Platform;
  readonly development: boolean;
  /** Development only. Electron's role `reload` would lose the edits. */
  readonly reload: () => void;
  readonly openGuide: (() => void) | null;
  readonly showLog: () => void;
}

/** Uses the system's roles, so that copy, undo, zoom and quit work everywhere. */
export function applicationMenu(needs: MenuNeeds): MenuItemConstructorOptions[] {
  const { platform, development, reload, openGuide, showLog } = needs;
  const mac = platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  const forDevelopers: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { label: 'Reload', accelerator: 'CommandOrControl+R', click: reload },
    { role: 'toggleDevTools' },
  ];
  const help: MenuItemConstructorOptions[] = [
    ...(openGuide === null ? [] : [{ label: 'User guide', click: openGuide }]),
    { label: 'Show log', click: showLog },
    ...(mac ? [] : [{ role: 'about' as const }]),
  ];
  return [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { label: 'View', submenu: development ? [...view, ...forDevelopers] : view },
    { role: 'windowMenu' },
    { role: 'help', submenu: help },
  ];
}
