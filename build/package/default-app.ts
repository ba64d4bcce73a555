import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';

type AfterExtract = Exclude<Configuration['afterExtract'], string | null | undefined>;

/** Deletes Electron's default application, which remains in builds from `electronDist`. */
export const removeDefaultApp: AfterExtract = async ({ appOutDir, electronPlatformName }) => {
  const resources =
    electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources';
  await rm(join(appOutDir, resources, 'default_app.asar'), { force: true });
};
