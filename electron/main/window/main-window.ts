import { BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import type { HookdeskRouter } from '#core/router.ts';
import { serveWindow } from '../rpc/serve-window.ts';
import type { WindowAddress } from '../security/window-address.ts';
import { leaveAnyway, offerReload } from './dialogs.ts';
import { leaving } from './leaving.ts';
import { placeWindow } from './placement.ts';
import type { WindowMemory } from './window-memory.ts';
import { windowOptions } from './window-options.ts';

export interface MainWindowNeeds {
  readonly address: WindowAddress;
  readonly session: Session;
  readonly preload: string;
  readonly icon: string | null;
  readonly memory: WindowMemory;
  readonly router: HookdeskRouter;
  readonly log: (line: string) => void;
}

/** Opens the window where it was left, and serves it; it is shown once its page is drawn. */
export function openMainWindow(needs: MainWindowNeeds): BrowserWindow {
  const { address, memory, log } = needs;
  const left = memory.recall();
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow(
    windowOptions({
      place: placeWindow(left?.bounds ?? null, workAreas),
      dark: nativeTheme.shouldUseDarkColors,
      preload: needs.preload,
      session: needs.session,
      icon: needs.icon,
      development: address.development,
    }),
  );

  serveWindow(window.webContents, address.origin, needs.router, (what) => {
    log(`unexpected: ${what}`);
  });
  window.once('ready-to-show', () => {
    if (left?.maximized === true) window.maximize();
    window.show();
  });
  window.on('close', () => {
    memory.remember({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  });
  // The page keeps its window from closing while edits are not on disk; Electron would not ask.
  const asks = leaving();
  window.webContents.on('will-prevent-unload', (event) => {
    if (asks() && leaveAnyway(window)) event.preventDefault();
  });
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log(`window: process gone, ${reason}, exit code ${exitCode}`);
    void offerReload(window);
  });
  window.loadURL(address.url).catch(() => {
    log(`window: ${address.url} could not be loaded`);
  });
  return window;
}
