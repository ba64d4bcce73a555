import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the npm package `electron`. Loading the package would download the binary. */
export function electronPackage(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
}

/**
 * Electron's binary, `null` when it is not there or cannot be executed. Takes about 2 ms.
 *
 * @param folder the `electron` npm package
 * @param override `ELECTRON_OVERRIDE_DIST_PATH`: a folder that holds another build of Electron
 */
export function findElectron(
  folder: string,
  override: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const name = nameOfBinary(folder);
  const named = name ?? (override === undefined ? null : usualName(platform));
  if (named === null) return null;
  const binary = join(override ?? join(folder, 'dist'), named);
  return isExecutable(binary) ? binary : null;
}

/** The path of the binary in a build of Electron, as the install script writes it. */
function usualName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/** The content of `path.txt`, which the install script writes after unpacking. */
function nameOfBinary(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'path.txt'), 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // An unreadable binary cannot start either.
    return false;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
