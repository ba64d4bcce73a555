import type { ManualReason } from '#contract/updates.ts';
import type { InstalledCopy } from '../ports.ts';

/** Why a person installs new versions of this copy; `null` for a copy that updates itself. */
export function manualReason(copy: InstalledCopy): ManualReason | null {
  const { isPackaged, platform, packageType, appImage, isPortable, isSigned, macPlace } = copy;
  if (!isPackaged) return 'development';
  switch (platform) {
    case 'linux':
      // electron-builder's file with the package type may also get into the AppImage.
      if (appImage !== null) return appImage === 'writable' ? null : 'read-only';
      return packageType === null ? 'not-installed' : 'system-package';
    case 'win32':
      return isPortable ? 'portable' : null;
    case 'darwin':
      // Another folder does not help a copy without a signature.
      if (!isSigned) return 'unsigned';
      return macPlace === 'writable' ? null : (macPlace ?? 'not-installed');
    default:
      return 'not-installed';
  }
}
