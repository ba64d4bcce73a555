import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What is needed of Electron's `app`. */
export interface Installed {
  readonly isPackaged: boolean;
  getAppPath(): string;
}

/** Where the parts of the app lie: inside the package, or in the repository while developing. */
export interface Places {
  readonly preload: string;
  readonly renderer: string;
  readonly service: string;
  /** The program of the thread that works on bundles. */
  readonly bundleThread: string;
  /** `null` where it does not ship. */
  readonly icon: string | null;
  readonly guide: string | null;
}

/** @param resources the package's folder for what is outside its archive: `process.resourcesPath`. */
export function placesOf(app: Installed, resources: string): Places {
  const root = app.getAppPath();
  const ifThere = (path: string): string | null => (existsSync(path) ? path : null);
  return {
    preload: join(root, 'dist/preload/index.cjs'),
    renderer: join(root, 'dist/renderer/desktop'),
    service: join(root, 'dist/service/main.js'),
    bundleThread: join(root, 'dist/bundle-thread/main.cjs'),
    icon: ifThere(app.isPackaged ? join(resources, 'icon.png') : join(root, 'resources/icon.png')),
    guide: ifThere(join(app.isPackaged ? resources : root, 'docs/user-guide.md')),
  };
}
