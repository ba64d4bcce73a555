import type { UpdatesOff } from '#contract/updates.ts';
import type { InstalledCopy } from '../ports.ts';

/** Returns `null` for a copy that may update itself. */
export function updatesOff(copy: InstalledCopy): UpdatesOff | null {
  const { isPackaged, platform, packageType, appImage, isPortable, isSigned, hasFeed } = copy;
  if (!isPackaged) return 'development';
  if (packageType !== null) return 'system-package';
  if (!hasFeed) return 'no-feed';
  switch (platform) {
    case 'linux':
      if (appImage === null) return 'not-installed';
      return appImage === 'writable' ? null : 'read-only';
    case 'win32':
      return isPortable ? 'portable' : null;
    case 'darwin':
      return isSigned ? null : 'unsigned';
    default:
      return 'not-installed';
  }
}
