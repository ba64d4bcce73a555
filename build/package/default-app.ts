import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';

type AfterExtract = Exclude<Configuration['afterExtract'], string | null | undefined>;

/** Electron's own application stays in a build of Electron that electron-builder did not fetch itself. */
export const removeDefaultApp: AfterExtract = async ({ appOutDir, electronPlatformName }) => {
  const resources =
    electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources';
  await rm(join(appOutDir, resources, 'default_app.asar'), { force: true });
};
