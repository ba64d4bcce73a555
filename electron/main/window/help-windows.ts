import { BrowserWindow, nativeTheme, type Session } from 'electron';
import { type HelpPage, helpPages, helpPath } from '#contract/app.ts';
import type { OpenExternal } from '#core/ports.ts';
import { describeUnexpected } from '#core/describe-unexpected.ts';
import { originOf, type WindowAddress } from '../security/window-address.ts';
import { windowOptions } from './window-options.ts';

export interface HelpWindowNeeds {
  readonly address: WindowAddress;
  readonly session: Session;
  readonly icon: string | null;
  readonly openExternal: OpenExternal;
  readonly log: (line: string) => void;
}

const size = { width: 900, height: 760 };

/** One window for each help page. They have no preload, so they reach neither the core nor Electron. */
export class HelpWindows {
  readonly #needs: HelpWindowNeeds;
  readonly #windows = new Map<HelpPage, BrowserWindow>();

  constructor(needs: HelpWindowNeeds) {
    this.#needs = needs;
  }

  readonly show = (page: HelpPage): void => {
    const window = this.#windows.get(page) ?? this.#open(page);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  serve(window: BrowserWindow): void {
    window.webContents.setWindowOpenHandler(({ url }) => {
      const page = helpPages.find((helpPage) => url === this.#addressOf(helpPage));
      if (page !== undefined) this.show(page);
      return { action: 'deny' };
    });
  }

  #open(page: HelpPage): BrowserWindow {
    const { address, session, icon } = this.#needs;
    const dark = nativeTheme.shouldUseDarkColors;
    const { development } = address;
    const window = new BrowserWindow(
      windowOptions({ place: size, page: 'help', dark, preload: null, session, icon, development }),
    );
    this.#windows.set(page, window);
    window.once('closed', () => this.#windows.delete(page));
    const { webContents } = window;
    // `guardNavigation` keeps every page on its origin.
    webContents.on('will-navigate', ({ url }) => {
      this.#follow(url);
    });
    webContents.setWindowOpenHandler(({ url }) => {
      this.#follow(url);
      return { action: 'deny' };
    });
    webContents.on('did-fail-load', (_event, code, description) => {
      this.#needs.log(`help: ${page} could not be loaded: ${description} (${code})`);
    });
    void window.loadURL(this.#addressOf(page));
    return window;
  }

  #follow(url: string): void {
    const { address, openExternal, log } = this.#needs;
    if (originOf(url) === address.origin) return;
    openExternal(url).catch((error: unknown) => {
      log(`help: a link was not opened: ${describeUnexpected(error)}`);
    });
  }

  #addressOf(page: HelpPage): string {
    return `${this.#needs.address.origin}${helpPath(page)}`;
  }
}
