import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import type { AppUpdater, MacUpdater, UpdateCheckResult } from 'electron-updater';
import type { Updater } from '#core/ports.ts';
import type { ManagedSettings } from '#domain/managed/managed-settings.ts';
import { feedOf } from './download-page.ts';
import { type CopyPlace, installedCopy } from './installed-copy.ts';
import { updateProblem } from './update-errors.ts';
import { updaterProxy } from './updater-proxy.ts';

export interface DesktopUpdaterNeeds {
  readonly place: CopyPlace;
  /** What the organisation sets goes before the server of the build and its environment. */
  readonly managed: Pick<ManagedSettings, 'updateFeed' | 'proxy'>;
  readonly quit: () => void;
}

interface Library {
  readonly updater: AppUpdater;
  readonly install: (restarts: boolean) => boolean | Promise<never>;
}

/** electron-updater behind the core's port. The library is loaded at the first check. */
export class DesktopUpdater implements Updater {
  readonly #needs: DesktopUpdaterNeeds;
  #library: Library | null = null;
  #found: UpdateCheckResult | null = null;
  #lastDownload: Promise<unknown> = Promise.resolve();
  #onProgress: (share: number) => void = () => undefined;
  #restarts = false;

  constructor(needs: DesktopUpdaterNeeds) {
    this.#needs = needs;
  }

  async copy() {
    const { place, managed } = this.#needs;
    const copy = await installedCopy(place);
    // Without the file of the build, the library cannot download.
    if (copy.downloadPage === null) return copy;
    return { ...copy, downloadPage: managed.updateFeed ?? copy.downloadPage };
  }

  async check(signal: AbortSignal) {
    // The library never gives up a check: the next one would wait for it.
    const forget = (): void => {
      this.#library = null;
    };
    signal.addEventListener('abort', forget, { once: true });
    try {
      this.#library ??= await this.#load();
      this.#found = await this.#library.updater.checkForUpdates();
    } catch (error) {
      throw updateProblem(error);
    } finally {
      signal.removeEventListener('abort', forget);
    }
    if (this.#found?.isUpdateAvailable !== true) return null;
    const { version, releaseNotes } = this.#found.updateInfo;
    const notes = Array.isArray(releaseNotes)
      ? releaseNotes.map(({ note }) => note ?? '').join('\n\n')
      : (releaseNotes ?? '');
    return { version, notes };
  }

  async download(onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    // A cancelled download deletes its files; the library would give its promise to the next one.
    await this.#lastDownload.catch(() => undefined);
    const token = this.#found?.cancellationToken;
    const cancel = (): void => token?.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    this.#onProgress = onProgress;
    try {
      this.#lastDownload = this.#library?.updater.downloadUpdate(token) ?? Promise.resolve();
      await this.#lastDownload;
    } catch (error) {
      throw updateProblem(error);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  restart(): void {
    this.#restarts = true;
    this.#needs.quit();
  }

  stay(): void {
    this.#restarts = false;
  }

  /**
   * Call last, when everything is closed and the locks are released. Returns whether it succeeded; on
   * macOS it quits and never resolves, or rejects.
   */
  async install(): Promise<boolean> {
    return this.#library === null || (await this.#library.install(this.#restarts));
  }

  async #load(): Promise<Library> {
    const { place, managed } = this.#needs;
    const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater');
    const library = ((): Library => {
      if (place.platform === 'darwin') {
        const updater = new MacUpdater();
        return { updater, install: (restarts) => installBySquirrel(updater, restarts) };
      }
      if (place.platform === 'win32') {
        const updater = new NsisUpdater();
        return { updater, install: (restarts) => updater.install(true, restarts) };
      }
      const updater = new AppImageUpdater();
      const file = place.environment.APPIMAGE ?? '';
      return {
        updater,
        install: (restarts) => withOldFile(file, () => updater.install(true, restarts)),
      };
    })();
    const { updater } = library;
    updater.logger = null;
    // Copies that only check are no AppImage, or are not packaged: the library would check nothing.
    updater.forceDevUpdateConfig = true;
    const ofSources = place.isPackaged ? null : feedOf(place.environment.HOOKDESK_UPDATE_FEED);
    const { updateFeed, proxy } = managed;
    if (updateFeed !== undefined) updater.setFeedURL({ provider: 'generic', url: updateFeed });
    else if (ofSources !== null) updater.setFeedURL(ofSources);
    if (proxy !== undefined) await updater.netSession.setProxy(updaterProxy(proxy));
    updater.autoDownload = false;
    // On macOS, the system would install after any quit, also after one that loses work.
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.disableWebInstaller = true;
    // By itself the library sends a random number that identifies this copy.
    updater.requestHeaders = { 'x-user-staging-id': 'none' };
    // Without an answer, a request waits for ever for the password of a proxy.
    updater.on('login', (_authentication, answer) => {
      // Without arguments it cancels; the types of the library demand both.
      Reflect.apply(answer, undefined, []);
    });
    updater.on('download-progress', ({ percent }) => {
      this.#onProgress(Math.min(1, percent / 100));
    });
    return library;
  }
}

/** Only now does the system's updater get the download: it verifies the signature, then quits. */
function installBySquirrel(updater: MacUpdater, restarts: boolean): Promise<never> {
  updater.autoRunAppAfterInstall = restarts;
  return new Promise((_resolve, reject) => {
    updater.once('error', reject);
    updater.quitAndInstall();
  });
}

/** The library deletes the AppImage before it moves the new one: a failure must not leave none. */
function withOldFile(file: string, install: () => boolean): boolean {
  const old = `${file}.old`;
  rmSync(old, { force: true });
  let isKept = false;
  try {
    linkSync(file, old);
    isKept = true;
  } catch {
    // Some file systems have no links; the library's way is then the only one.
  }
  const isInstalled = install();
  if (isKept && !isInstalled && !existsSync(file)) renameSync(old, file);
  else rmSync(old, { force: true });
  return isInstalled;
}
