import type { BrowserWindowConstructorOptions, Rectangle, Session } from 'electron';
import { smallestWindow } from './placement.ts';

/** Equal to the page's background, which is shown until the page is drawn. */
export const backgrounds = { light: '#ffffff', dark: '#17181b' };

export interface WindowNeeds {
  readonly place: { width: number; height: number } | Rectangle;
  readonly dark: boolean;
  /** `null` for a page without script. */
  readonly preload: string | null;
  readonly session: Session;
  readonly icon: string | null;
  /** Developer tools show secrets in plain text. */
  readonly development: boolean;
}

/** Source: Electron's security checklist. Every protection is explicit, default or not. */
export function windowOptions(needs: WindowNeeds): BrowserWindowConstructorOptions {
  return {
    ...needs.place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Hookdesk',
    show: false,
    backgroundColor: needs.dark ? backgrounds.dark : backgrounds.light,
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
      disableDialogs: true,
      // Fields contain addresses and header values, and the network provides dictionaries.
      spellcheck: false,
      devTools: needs.development,
    },
  };
}
