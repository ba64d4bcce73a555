import type { BrowserWindowConstructorOptions, Rectangle, Session } from 'electron';
import { smallestWindow } from './placement.ts';

/** Shown until the page has drawn itself; the same greys as the page's own background. */
export const backgrounds = { light: '#ffffff', dark: '#17181b' };

export interface WindowNeeds {
  readonly place: { width: number; height: number } | Rectangle;
  readonly dark: boolean;
  readonly preload: string;
  readonly session: Session;
  readonly icon: string | null;
  /** Developer tools are for developers: they show what the window holds in the clear. */
  readonly development: boolean;
}

/** The window as Electron's security checklist asks for it. Every protection is named, default or not. */
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
      preload: needs.preload,
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
      // Fields hold addresses, header values and JSON; and dictionaries come from the network.
      spellcheck: false,
      devTools: needs.development,
    },
  };
}
