import { BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import { errorCode } from '#adapters/error-code.ts';
import type { RouterServer } from '#rpc/router-server.ts';
import { connectPage } from './connect-page.ts';
import type { WindowAddress } from '../security/window-address.ts';
import { offerReload } from './dialogs.ts';
import { placeWindow, type WindowMemory } from './window-place.ts';
import { windowOptions } from './window-options.ts';

const maxHiddenMilliseconds = 3_000;

export interface MainWindowNeeds {
  readonly address: WindowAddress;
  readonly session: Session;
  readonly preload: string;
  readonly icon: string | null;
  readonly memory: WindowMemory;
  readonly servePort: RouterServer['servePort'];
  readonly quit: () => void;
  readonly log: (line: string) => void;
}

/** Opens the window at its last place, loads its page, and offers a reload when it fails. */
export function openMainWindow(needs: MainWindowNeeds): BrowserWindow {
  const { address, memory, log } = needs;
  const lastPlace = memory.recall();
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const place = placeWindow(lastPlace?.bounds ?? null, workAreas);
  const window = new BrowserWindow(
    windowOptions({
      place,
      page: 'main',
      dark: nativeTheme.shouldUseDarkColors,
      preload: needs.preload,
      session: needs.session,
      icon: needs.icon,
      development: address.development,
    }),
  );

  // Electron creates a window with the scale of the first display, also for a place on another one.
  if ('x' in place) window.setBounds(place);
  connectPage(window.webContents, address.origin, needs.servePort);
  const show = showOnce(window, lastPlace?.maximized === true);
  window.on('close', () => {
    try {
      memory.remember({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
    } catch (error) {
      // An error here would skip the listeners that save the edits.
      log(`window: its place was not stored (${errorCode(error)})`);
    }
  });
  const load = (): void => {
    // `did-fail-load` reports the error.
    void window.loadURL(address.url);
  };
  let isOffered = false;
  const fail = (message: string, reason: string): void => {
    log(`window: ${message} ${reason}`);
    show();
    if (isOffered) return;
    isOffered = true;
    void offerReload(window, message, reason).then((isAccepted) => {
      isOffered = false;
      if (!isAccepted) needs.quit();
      else if (!window.isDestroyed()) load();
    });
  };
  window.webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame) fail('The window could not be loaded.', `${description} (${code})`);
  });
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    fail('The window stopped working.', `${reason}, exit code ${exitCode}`);
  });
  load();
  return window;
}

/** Some systems never emit `ready-to-show`, so a load or a timeout shows the window too. */
function showOnce(window: BrowserWindow, maximized: boolean): () => void {
  let isDone = false;
  const show = (): void => {
    clearTimeout(timer);
    if (isDone) return;
    isDone = true;
    if (maximized) window.maximize();
    window.show();
  };
  const timer = setTimeout(show, maxHiddenMilliseconds);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => {
    clearTimeout(timer);
  });
  return show;
}
