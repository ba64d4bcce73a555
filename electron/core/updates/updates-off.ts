import type { UpdatesOff } from '#contract/updates.ts';
import type { InstalledCopy } from '../ports.ts';

/** Returns `null` for a copy that may update itself. */
export function updatesOff(copy: InstalledCopy): UpdatesOff | null {
  const { isPackaged, platform, packageType, appImage, isPortable, isSigned, hasFeed } = copy;
  if (!isPackaged) return 'development';
  if (!hasFeed) return 'no-feed';
  switch (platform) {
    case 'linux':
      // electron-builder's file with the package type may also get into the AppImage.
      if (appImage !== null) return appImage === 'writable' ? null : 'read-only';
      return packageType === null ? 'not-installed' : 'system-package';
    case 'win32':
      return isPortable ? 'portable' : null;
    case 'darwin':
      return isSigned ? null : 'unsigned';
    default:
      return 'not-installed';
  }
}
