import type { BrowserWindowConstructorOptions, Rectangle, Session } from 'electron';
import { smallestWindow } from './window-place.ts';

/** What a window shows until its page is drawn: the background of that page in each theme. */
export const backgrounds = {
  /** `--bg` in `renderer/ui/styles/tokens.css`. */
  main: { light: '#f6f7f9', dark: '#101216' },
  /** In `renderer/help/help.css`. */
  help: { light: '#ffffff', dark: '#17181b' },
};

export interface WindowNeeds {
  /** Without `x` and `y` the system chooses the position. */
  readonly place: { width: number; height: number } | Rectangle;
  readonly page: keyof typeof backgrounds;
  readonly dark: boolean;
  /** `null` for a page without script. */
  readonly preload: string | null;
  readonly session: Session;
  readonly icon: string | null;
  /** Allows developer tools, which show secrets in plain text. */
  readonly development: boolean;
}

/** Source: Electron's security checklist. Every protection is explicit, default or not. */
export function windowOptions(needs: WindowNeeds): BrowserWindowConstructorOptions {
  return {
    ...needs.place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Hookdesk',
    // `openMainWindow` and `HelpWindows` show it once it is drawn.
    show: false,
    backgroundColor: backgrounds[needs.page][needs.dark ? 'dark' : 'light'],
    ...(needs.icon === null ? {} : { icon: needs.icon }),
    webPreferences: {
      ...(needs.preload === null ? {} : { preload: needs.preload }),
      session: needs.session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // A page that calls `alert` in a loop would block its window.
      disableDialogs: true,
      // It would download dictionaries, and read the secrets in fields.
      spellcheck: false,
      devTools: needs.development,
    },
  };
}
