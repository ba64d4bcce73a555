import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { version } from '../../electron/compose/node-paths.ts';
import { root } from '../fixtures/root.ts';
import { type Chromium, connectChromium } from './chromium.ts';

const Second = z.tuple([z.array(z.string()), z.string(), z.unknown()]);

/** An event of Electron that a listener may prevent. */
export const preventable = (): Event => new Event('electron', { cancelable: true });

/**
 * Electron's `app`. Order of a quit: before-quit, every window closes, will-quit, quit. A window
 * that stays open cancels the quit. Source: Electron `shell/browser/browser.cc`.
 */
class App extends EventEmitter {
  /** A test with its own resources folder tests a packaged application. */
  readonly isPackaged = process.env.STAND_IN_RESOURCES !== undefined;
  readonly windows = new Set<{ close(): void }>();
  readonly chromium = Promise.withResolvers<Chromium>();
  readonly #paths = new Map<string, string>();
  #pacScript: string | null = null;
  #isReady = false;
  #isQuitting = false;

  constructor() {
    super();
    // The main module runs before Electron is ready.
    setImmediate(() => {
      this.chromium.resolve(connectChromium());
    });
    void this.chromium.promise.then(() => (this.#isReady = true));
  }

  isReady = (): boolean => this.#isReady;
  whenReady = (): Promise<unknown> => this.chromium.promise;
  getAppPath = (): string => root;
  getName = (): string => 'hookdesk';
  getVersion = version;
  setPath = (name: string, path: string): void => void this.#paths.set(name, path);
  setAppUserModelId = (): void => undefined;
  getPath = (name: string): string => this.#paths.get(name) ?? '';

  async setProxy({ pacScript }: { pacScript: string }): Promise<void> {
    const response = await fetch(pacScript);
    this.#pacScript = await response.text();
  }
  /** Runs the PAC script; it has no functions of Chromium, such as `dnsDomainIs`. */
  resolveProxy(url: string): Promise<unknown> {
    const { hostname: host } = new URL(url);
    const script = this.#pacScript ?? 'const FindProxyForURL = () => "DIRECT";';
    const result: unknown = runInNewContext(`${script}\nFindProxyForURL(url, host)`, { url, host });
    return Promise.resolve(result);
  }

  /** Detects a running instance by a lock file with its process id. */
  requestSingleInstanceLock(data: unknown = null): boolean {
    const folder = this.getPath('sessionData');
    const lock = join(folder, 'stand-in.lock');
    if (existsSync(lock) && isRunning(Number(readFileSync(lock, 'utf8')))) {
      const written = join(folder, `${process.pid}.tmp`);
      writeFileSync(written, JSON.stringify([process.argv, process.cwd(), data]));
      renameSync(written, join(folder, `${process.pid}.second`));
      return false;
    }
    writeFileSync(lock, String(process.pid));
    watch(folder, (_change, name) => {
      const file = join(folder, name ?? '');
      if (!file.endsWith('.second') || !existsSync(file)) return;
      const second = Second.parse(JSON.parse(readFileSync(file, 'utf8')));
      rmSync(file);
      void this.whenReady().then(() => this.emit('second-instance', preventable(), ...second));
    });
    return true;
  }

  releaseSingleInstanceLock(): void {
    rmSync(join(this.getPath('sessionData'), 'stand-in.lock'), { force: true });
  }

  quit(): void {
    if (this.#isQuitting) return;
    this.#isQuitting = this.#goesOn('before-quit');
    if (!this.#isQuitting) return;
    if (this.windows.size === 0) this.#shutDown();
    for (const window of [...this.windows]) window.close();
  }
  /** Ends at once, without `close` events of windows. */
  exit(code = 0): never {
    this.emit('quit', preventable(), code);
    process.exit(code);
  }

  windowStays(): void {
    this.#isQuitting = false;
  }
  windowClosed(): void {
    if (this.windows.size > 0) return;
    if (this.#isQuitting) this.#shutDown();
    else if (!this.emit('window-all-closed')) this.quit();
  }
  #shutDown(): void {
    this.#isQuitting = this.#goesOn('will-quit');
    if (this.#isQuitting) setImmediate(() => this.exit());
  }
  #goesOn(name: 'before-quit' | 'will-quit'): boolean {
    const event = preventable();
    this.emit(name, event);
    return !event.defaultPrevented;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}

export const app = new App();
