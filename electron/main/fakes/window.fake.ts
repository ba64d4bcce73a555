import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { app } from './app.fake.ts';
import { FakeMessagePortMain } from './message-channel.fake.ts';

/** A frame of a page, which keeps what is posted to it. */
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
  implements Pick<Electron.WebContents, 'setWindowOpenHandler' | 'reload'>
{
  readonly ipc = new EventEmitter();
  reloads = 0;
  windowOpenHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;
  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.windowOpenHandler = handler;
  }
  reload(): void {
    this.reloads += 1;
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
      | 'destroy'
      | 'getNormalBounds'
      | 'setProgressBar'
    >
{
  static readonly open: BrowserWindow[] = [];
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
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL(url: string): Promise<void> {
    this.loaded = url;
    return Promise.resolve();
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
  destroy(): void {
    this.calls.push('destroy');
    BrowserWindow.open.splice(BrowserWindow.open.indexOf(this), 1);
    this.webContents.emit('destroyed');
  }
  setProgressBar(share: number): void {
    this.calls.push(`progress ${share}`);
  }
  getNormalBounds(): Electron.Rectangle {
    return this.normalBounds;
  }
}
