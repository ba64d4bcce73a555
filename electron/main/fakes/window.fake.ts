import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { app } from './app.fake.ts';
import { FakeMessagePortMain } from './message-channel.fake.ts';
import { FakePreventable } from './preventable.fake.ts';

/** A frame of a page. It records the messages that are posted to it. */
export class FakeFrame implements Pick<Electron.WebFrameMain, 'origin' | 'isDestroyed'> {
  readonly posted: { channel: string; ports: readonly FakeMessagePortMain[] }[] = [];
  readonly parent: Electron.WebFrameMain | null = null;
  readonly origin: string;
  destroyed = false;
  constructor(origin: string) {
    this.origin = origin;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  postMessage(channel: string, _message: unknown, transfer: unknown[] = []): void {
    const ports = transfer.filter((port) => port instanceof FakeMessagePortMain);
    this.posted.push({ channel, ports });
  }
}

export class FakeWebContents
  extends EventEmitter
  implements Pick<Electron.WebContents, 'executeJavaScript' | 'setWindowOpenHandler' | 'reload'>
{
  readonly ipc = new EventEmitter();
  reloads = 0;
  /** Whether the page's `beforeunload` prevents the close. */
  preventsUnload = false;
  /** Runs a script in the page. */
  run: (script: string) => unknown = () => undefined;
  windowOpenHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;
  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.windowOpenHandler = handler;
  }
  executeJavaScript(script: string): Promise<unknown> {
    return Promise.resolve(this.run(script));
  }
  reload(): void {
    this.unload(
      () => (this.reloads += 1),
      () => undefined,
    );
  }
  /** Dispatches `beforeunload` asynchronously, because Electron's page is in another process. */
  unload(leave: () => void, stay: () => void): void {
    queueMicrotask(() => {
      const event = new FakePreventable();
      if (this.preventsUnload) this.emit('will-prevent-unload', event);
      (this.preventsUnload && !event.prevented ? stay : leave)();
    });
  }
}

export class BrowserWindow
  extends EventEmitter
  implements
    Pick<
      Electron.BrowserWindow,
      | 'loadURL'
      | 'maximize'
      | 'isMaximized'
      | 'isMinimized'
      | 'restore'
      | 'focus'
      | 'show'
      | 'close'
      | 'destroy'
      | 'isDestroyed'
      | 'getNormalBounds'
      | 'setBounds'
      | 'setProgressBar'
    >
{
  static readonly open: BrowserWindow[] = [];
  /** Number of page loads. */
  loads = 0;
  #isDestroyed = false;
  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.open];
  }

  readonly webContents = new FakeWebContents();
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly calls: string[] = [];
  loaded: string | null = null;
  normalBounds: Electron.Rectangle = { x: 10, y: 20, width: 1_000, height: 700 };
  maximized = false;
  minimized = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    this.options = options;
    BrowserWindow.open.push(this);
    app.windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL(url: string): Promise<void> {
    this.loaded = url;
    this.loads += 1;
    return Promise.resolve();
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.calls.push('setBounds');
    this.normalBounds = { ...this.normalBounds, ...bounds };
  }
  maximize(): void {
    this.calls.push('maximize');
    this.maximized = true;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  restore(): void {
    this.calls.push('restore');
    this.minimized = false;
  }
  focus(): void {
    this.calls.push('focus');
  }
  show(): void {
    this.calls.push('show');
  }
  /** Emits `close`, and then `beforeunload` in the page. */
  close(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    const event = new FakePreventable();
    this.emit('close', event);
    const stay = (): void => {
      app.closeCancelled();
    };
    if (event.prevented) stay();
    else {
      this.webContents.unload(() => {
        this.destroy();
      }, stay);
    }
  }
  /** Closes without `beforeunload`. `closed` is the only event of the window. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.calls.push('destroy');
    this.#isDestroyed = true;
    BrowserWindow.open.splice(BrowserWindow.open.indexOf(this), 1);
    this.webContents.emit('destroyed');
    this.emit('closed');
    app.windowIsGone(this);
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  setProgressBar(share: number): void {
    this.calls.push(`progress ${share}`);
  }
  getNormalBounds(): Electron.Rectangle {
    return this.normalBounds;
  }
}
