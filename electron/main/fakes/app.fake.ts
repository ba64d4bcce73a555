import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { FakePreventable } from './preventable.fake.ts';

/** The part of a window that quitting and exiting use. */
interface OpenWindow {
  close(): void;
  destroy(): void;
}

class FakeApp
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'getPath'
      | 'setPath'
      | 'getAppPath'
      | 'getVersion'
      | 'isPackaged'
      | 'whenReady'
      | 'isReady'
      | 'requestSingleInstanceLock'
      | 'releaseSingleInstanceLock'
      | 'quit'
      | 'exit'
      | 'setAppUserModelId'
      | 'resolveProxy'
    >
{
  isPackaged = false;
  appPath = '/nowhere';
  first = true;
  readonly windows: OpenWindow[] = [];
  #isReady = false;
  #isQuitting = false;
  #isExiting = false;
  /** The data that a second start passes to the first one. */
  handedOver: object | null = null;
  readonly paths = new Map<string, string>();
  /** The calls in order. */
  readonly calls: string[] = [];
  /** The system's PAC results by origin. */
  readonly proxies = new Map<string, string>();

  getPath(name: string): string {
    return this.paths.get(name) ?? `/nowhere/${name}`;
  }
  setPath(name: string, path: string): void {
    this.calls.push(`setPath ${name}`);
    this.paths.set(name, path);
  }
  getAppPath(): string {
    return this.appPath;
  }
  getVersion(): string {
    return '1.2.3';
  }
  async whenReady(): Promise<void> {
    this.calls.push('whenReady');
    await Promise.resolve();
    this.#isReady = true;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  requestSingleInstanceLock(additionalData?: object): boolean {
    this.calls.push('requestSingleInstanceLock');
    this.handedOver = additionalData ?? null;
    return this.first;
  }
  releaseSingleInstanceLock(): void {
    this.calls.push('releaseSingleInstanceLock');
  }
  resolveProxy(url: string): Promise<string> {
    return Promise.resolve(this.proxies.get(url) ?? 'DIRECT');
  }
  /** Electron has this method on Windows only. */
  setAppUserModelId(id: string): void {
    this.calls.push(`setAppUserModelId ${id}`);
  }
  /** Emits `before-quit`, then closes every window. `will-quit` follows the last one. */
  quit(): void {
    this.calls.push('quit');
    if (this.#isQuitting) return;
    const event = new FakePreventable();
    this.emit('before-quit', event);
    if (event.prevented) return;
    this.#isQuitting = true;
    if (this.windows.length === 0) this.#willQuit();
    for (const window of [...this.windows]) window.close();
  }
  /** Destroys every window, without `beforeunload`. */
  exit(code = 0): void {
    this.calls.push(`exit ${code}`);
    this.#isExiting = true;
    for (const window of [...this.windows]) window.destroy();
  }
  /** A window stays open, so Electron cancels the quit. */
  closeCancelled(): void {
    this.#isQuitting = false;
  }
  windowIsGone(window: OpenWindow): void {
    this.windows.splice(this.windows.indexOf(window), 1);
    if (this.windows.length > 0 || this.#isExiting) return;
    if (this.#isQuitting) this.#willQuit();
    else if (!this.emit('window-all-closed')) this.quit();
  }
  #willQuit(): void {
    const event = new FakePreventable();
    this.emit('will-quit', event);
    if (event.prevented) this.#isQuitting = false;
    else this.calls.push('quitted');
  }
  /** Resets the fake to the state before a start. */
  reset(): void {
    this.removeAllListeners();
    this.windows.length = 0;
    this.calls.length = 0;
    this.first = true;
    this.#isReady = false;
    this.#isQuitting = false;
    this.#isExiting = false;
  }
}

export const app = new FakeApp();
