import { existsSync } from 'node:fs';
import { join } from 'node:path';

interface Installed {
  readonly isPackaged: boolean;
  getAppPath(): string;
}

export function appPathsOf(app: Installed, resources: string) {
  const root = app.getAppPath();
  const ifThere = (path: string): string | null => (existsSync(path) ? path : null);
  return {
    preload: join(root, 'dist/preload/index.cjs'),
    renderer: join(root, 'dist/renderer/desktop'),
    service: join(root, 'dist/service/main.js'),
    bundleThread: join(root, 'dist/bundle-thread/main.cjs'),
    icon: ifThere(app.isPackaged ? join(resources, 'icon.png') : join(root, 'resources/icon.png')),
  };
}
export type AppPaths = ReturnType<typeof appPathsOf>;
