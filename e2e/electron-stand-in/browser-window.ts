import { EventEmitter } from 'node:events';
import { app, preventable } from './app.ts';
import { WebContents, type WindowOptions } from './web-contents.ts';

/** Electron's `BrowserWindow`. It records the window state, and has no window manager. */
export class BrowserWindow extends EventEmitter {
  static readonly getAllWindows = (): object[] => [...app.windows];

  readonly webContents: WebContents;
  #bounds: object;
  #isVisible: boolean;
  #state: 'normal' | 'maximized' | 'minimized' = 'normal';

  constructor(options: WindowOptions) {
    super();
    const { width, height, show = true } = options;
    this.#isVisible = show;
    this.#bounds = { x: 0, y: 0, width, height };
    app.windows.add(this);
    this.webContents = new WebContents(options);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    this.webContents.once('destroyed', () => {
      app.windows.delete(this);
      this.emit('closed');
      app.windowClosed();
    });
  }

  loadURL = (address: string): Promise<void> => this.webContents.loadURL(address);
  isDestroyed = (): boolean => this.webContents.isDestroyed();
  isVisible = (): boolean => this.#isVisible;
  isMaximized = (): boolean => this.#state === 'maximized';
  isMinimized = (): boolean => this.#state === 'minimized';
  setBounds = (bounds: object): void => void (this.#bounds = bounds);
  getNormalBounds = (): object => this.#bounds;
  show = (): void => void (this.#isVisible = true);
  maximize = (): void => void (this.#state = 'maximized');
  minimize = (): void => void (this.#state = 'minimized');
  restore = (): void => void (this.#state = 'normal');
  setProgressBar = (): void => undefined;
  focus(): void {
    this.webContents.onPage((page) => page.send('Page.bringToFront'));
  }

  /** Like the close button: emits `close`, then asks the page. `window.close()` skips `close`. */
  close(): void {
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) app.windowStays();
    else this.webContents.requestClose();
  }
  destroy(): void {
    this.webContents.destroy();
  }
}
