import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import type { AppUpdater, MacUpdater, UpdateCheckResult } from 'electron-updater';
import type { Updater } from '#core/ports.ts';
import type { ManagedSettings } from '#domain/managed/managed-settings.ts';
import { plainError, type PlainProblemCode, ProblemError } from '#domain/problem.ts';
import { errorCode } from '../error-code.ts';
import { type CopyPlace, feedOf, installedCopy } from './installed-copy.ts';

export interface DesktopUpdaterNeeds {
  readonly place: CopyPlace;
  /** What the organisation sets goes before the server of the build and its environment. */
  readonly managed: Pick<ManagedSettings, 'updateFeed' | 'proxy'>;
  readonly quit: () => void;
}

/** electron-updater's class for this system, and how it installs. */
interface Library {
  readonly updater: AppUpdater;
  readonly install: (restarts: boolean) => boolean | Promise<never>;
}

/** electron-updater behind the core's port. The library is loaded at the first check. */
export class DesktopUpdater implements Updater {
  readonly #needs: DesktopUpdaterNeeds;
  #library: Library | null = null;
  #checkResult: UpdateCheckResult | null = null;
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
      this.#checkResult = await this.#library.updater.checkForUpdates();
    } catch (error) {
      throw updateProblem(error);
    } finally {
      signal.removeEventListener('abort', forget);
    }
    if (this.#checkResult?.isUpdateAvailable !== true) return null;
    const { version, releaseNotes } = this.#checkResult.updateInfo;
    const notes = Array.isArray(releaseNotes)
      ? releaseNotes.map(({ note }) => note ?? '').join('\n\n')
      : (releaseNotes ?? '');
    return { version, notes };
  }

  async download(onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    // A cancelled download deletes its files; the library would give its promise to the next one.
    await this.#lastDownload.catch(() => undefined);
    const token = this.#checkResult?.cancellationToken;
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
    const feedOfSources = place.isPackaged ? null : feedOf(place.environment.HOOKDESK_UPDATE_FEED);
    const { updateFeed, proxy } = managed;
    if (updateFeed !== undefined) updater.setFeedURL({ provider: 'generic', url: updateFeed });
    else if (feedOfSources !== null) updater.setFeedURL(feedOfSources);
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

interface Words {
  readonly code: PlainProblemCode;
  readonly message: string;
  readonly advice: string;
}

const askPublisher = 'If it fails again, report it to the publisher of this build.';

const noRelease: Words = {
  code: 'not-found',
  message: 'The update server has no version for this system.',
  advice: `Try again later. ${askPublisher}`,
};
const unreadable: Words = {
  code: 'not-the-interface',
  message: 'The answer of the update server cannot be read.',
  advice: `Try again later. ${askPublisher}`,
};
const damaged: Words = {
  code: 'refused',
  message: 'The download differs from the published version and was deleted.',
  advice: `Check for updates again. ${askPublisher}`,
};
const notSigned: Words = {
  code: 'refused',
  message: 'The download is not signed by the maker of this Hookdesk and was deleted.',
  advice: 'Report it to the publisher of this build.',
};
const unreachable: Words = {
  code: 'unreachable',
  message: 'The update server cannot be reached, or it stopped answering.',
  advice: 'Check the network and the system’s proxy, then check for updates again.',
};
const proxyAsks: Words = {
  code: 'proxy-failed',
  message: 'The proxy of the system asks for a user name and a password.',
  advice:
    'Hookdesk sends none for updates. Allow the update server in the proxy, or install the new version yourself.',
};
const refusedByServer: Words = {
  code: 'server-failed',
  message: 'The update server refused the request.',
  advice: `Try again later. ${askPublisher}`,
};
const noRoom: Words = {
  code: 'storage-failed',
  message: 'The update could not be written to the disk.',
  advice: 'Check that the disk is not full, then check for updates again.',
};

/** By the codes of electron-updater and builder-util-runtime. */
const wordsOfCode: ReadonlyMap<string, Words> = new Map([
  ['ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', noRelease],
  ['ERR_UPDATER_NO_PUBLISHED_VERSIONS', noRelease],
  ['ERR_UPDATER_LATEST_VERSION_NOT_FOUND', noRelease],
  ['ERR_UPDATER_NO_FILES_PROVIDED', noRelease],
  ['ERR_XML_MISSED_ELEMENT', noRelease],
  ['ERR_UPDATER_ASSET_NOT_FOUND', noRelease],
  ['ERR_UPDATER_ZIP_FILE_NOT_FOUND', noRelease],
  ['ERR_UPDATER_INVALID_UPDATE_INFO', unreadable],
  ['ERR_UPDATER_INVALID_RELEASE_FEED', unreadable],
  ['ERR_UPDATER_INVALID_VERSION', unreadable],
  ['ERR_UPDATER_NO_CHECKSUM', unreadable],
  ['ERR_CHECKSUM_MISMATCH', damaged],
  ['ERR_UPDATER_INVALID_SIGNATURE', notSigned],
  ...['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO', 'ENOENT'].map(
    (code): [string, Words] => [code, noRoom],
  ),
]);

/** A problem without the texts of the library, which contain addresses and answers. */
function updateProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = errorCode(error);
  const { code: problemCode, message, advice } = wordsOf(code, error);
  // Electron has its network errors in the message alone.
  const network = error instanceof Error ? /\bnet::ERR_\w+/.exec(error.message)?.[0] : undefined;
  const shownCode = network ?? code;
  const facts: Record<string, string> = shownCode === 'none' ? {} : { 'System code': shownCode };
  return plainError(problemCode, message, advice, facts);
}

/** Chromium's codes. Source: its `net/base/net_error_list.h`. */
const asksForPassword = /\bnet::ERR_PROXY_AUTH_\w+/;

function wordsOf(code: string, error: unknown): Words {
  const status = error instanceof Error ? /\bstatus (\d{3})\b/.exec(error.message)?.[1] : undefined;
  if (code === 'HTTP_ERROR_407' || status === '407' || asksForPassword.test(String(error))) {
    return proxyAsks;
  }
  if (code === 'HTTP_ERROR_404' || status === '404') return noRelease;
  if (code.startsWith('HTTP_ERROR_') || status !== undefined) return refusedByServer;
  const isNetwork = /^E[A-Z_]+$/.test(code) || /\bnet::ERR_/.test(String(error));
  return wordsOfCode.get(code) ?? (isNetwork ? unreachable : unreadable);
}

type ProxyConfig = Parameters<AppUpdater['netSession']['setProxy']>[0];

/** Chromium's words for the proxy that the organisation sets; Chromium itself never uses it for this machine. */
export function updaterProxy(proxy: NonNullable<ManagedSettings['proxy']>): ProxyConfig {
  if (proxy === 'system') return { mode: 'system' };
  if (proxy === 'none') return { mode: 'direct' };
  const { address, bypass = [] } = proxy;
  const isIpv6 = (pattern: string): boolean => pattern.includes(':') && !pattern.includes('/');
  const rules = bypass.map((pattern) => (isIpv6(pattern) ? `[${pattern}]` : pattern));
  return { mode: 'fixed_servers', proxyRules: address, proxyBypassRules: rules.join(',') };
}
