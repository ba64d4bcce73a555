import type { InstalledCopy, Updater } from '#core/ports.ts';

/** An installed copy that can update itself. */
export const appImageCopy: InstalledCopy = {
  isPackaged: true,
  platform: 'linux',
  downloadPage: 'https://updates.acme.test/',
  packageType: null,
  appImage: 'writable',
  isPortable: false,
  isSigned: false,
  macPlace: null,
};

/** An update server that a test controls. */
export class FakeUpdater implements Updater {
  installed: InstalledCopy = appImageCopy;
  /** The answer of each check; a test replaces it to wait or to fail. */
  answer: () => Promise<{ version: string; notes: string } | null> = () => Promise.resolve(null);
  checks = 0;
  restarts = 0;
  stays = 0;
  /** The current or last download. */
  downloading: {
    readonly onProgress: (share: number) => void;
    readonly signal: AbortSignal;
    readonly end: PromiseWithResolvers<null>;
  } | null = null;

  copy(): Promise<InstalledCopy> {
    return Promise.resolve(this.installed);
  }
  check() {
    this.checks += 1;
    return this.answer();
  }
  async download(onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    const end = Promise.withResolvers<null>();
    signal.addEventListener('abort', () => {
      end.reject(new Error('aborted'));
    });
    this.downloading = { onProgress, signal, end };
    await end.promise;
  }
  restart(): void {
    this.restarts += 1;
  }
  stay(): void {
    this.stays += 1;
  }
}
