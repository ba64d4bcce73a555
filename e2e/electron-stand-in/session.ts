import { EventEmitter } from 'node:events';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { preventable } from './app.ts';
import type { Devtools } from './chromium.ts';

// In Chromium, `app:` pages have no origin. The stand-in loads them as `https://HOST.app.test`.
export const toChromium = (address: string): string =>
  address.replace(/^(blob:)?app:\/\/([^/]+)/, '$1https://$2.app.test');
export const fromChromium = (address: string): string =>
  address.replace(/^(blob:)?https:\/\/([^/]+)\.app\.test/, '$1app://$2');

type Handler = (request: Request) => Promise<Response>;
type BeforeRequest = (request: Request, answer: (response: { cancel?: boolean }) => void) => void;
type OnRequest = (by: object, name: string, grant: (is: boolean) => void, asked: object) => void;
type OnCheck = (by: object, name: string, origin: string, asked: object) => boolean;

/** Chromium permission descriptors by their Electron name. */
const permissions = {
  'clipboard-read': { name: 'clipboard-read' },
  'clipboard-sanitized-write': { name: 'clipboard-write', allowWithoutSanitization: false },
  geolocation: { name: 'geolocation' },
  media: { name: 'camera' },
  notifications: { name: 'notifications' },
};
const downloads = join(process.env.STAND_IN_PROFILE ?? '', 'downloads');
const nothing = (): void => undefined;

export class Session extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  readonly protocol = { handle: this.handlers.set.bind(this.handlers) };
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest): void => {
      this.#beforeRequest = listener;
    },
  };
  #beforeRequest: BeforeRequest | null = null;
  #onRequest: OnRequest | null = null;
  #onCheck: OnCheck | null = null;

  setPermissionRequestHandler = (handler: OnRequest): void => void (this.#onRequest = handler);
  setPermissionCheckHandler = (handler: OnCheck): void => void (this.#onCheck = handler);
  setDevicePermissionHandler = nothing;
  setDisplayMediaRequestHandler = nothing;
  setProxy = (): Promise<void> => Promise.resolve();

  isCancelled(request: Request): boolean {
    let isCancelled = false;
    this.#beforeRequest?.(request, ({ cancel }) => (isCancelled = cancel === true));
    return isCancelled;
  }

  /** Calls both handlers for each permission before a page loads; Chromium has one setting. */
  async applyPermissions(browser: Devtools, contents: object, url: string): Promise<void> {
    const asked = { isMainFrame: true, requestingUrl: url };
    for (const [name, permission] of Object.entries(permissions)) {
      let isGranted = this.#onRequest === null;
      this.#onRequest?.(contents, name, (answer) => (isGranted = answer), asked);
      const isChecked = this.#onCheck?.(contents, name, url, asked) ?? true;
      const setting = isGranted && isChecked ? 'granted' : 'denied';
      await browser.send('Browser.setPermission', { permission, setting, origin: toChromium(url) });
    }
  }

  /** Cancels a download without a save path, for which Electron would show a dialog. */
  async followDownloads(browser: Devtools, frame: string): Promise<void> {
    const paths = new Map<string, string>();
    browser.on('Browser.downloadWillBegin', ({ frameId, guid, url, suggestedFilename }) => {
      if (frameId !== frame) return;
      const event = preventable();
      const item = {
        getURL: () => fromChromium(url),
        getFilename: () => suggestedFilename,
        setSavePath: (path: string) => paths.set(guid, path),
      };
      this.emit('will-download', event, item);
      if (event.defaultPrevented) paths.delete(guid);
      if (!paths.has(guid)) void browser.send('Browser.cancelDownload', { guid });
    });
    browser.on('Browser.downloadProgress', ({ guid, state }) => {
      const path = paths.get(guid);
      if (path === undefined || state !== 'completed') return;
      copyFileSync(join(downloads, guid), `${path}.part`);
      renameSync(`${path}.part`, path);
    });
    const how = { behavior: 'allowAndName' as const, eventsEnabled: true };
    await browser.send('Browser.setDownloadBehavior', { ...how, downloadPath: downloads });
  }
}

const partitions = new Map<string, Session>();
function fromPartition(name: string): Session {
  const there = partitions.get(name) ?? new Session();
  partitions.set(name, there);
  return there;
}
export const session = { defaultSession: new Session(), fromPartition };
