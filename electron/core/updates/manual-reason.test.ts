import { expect, it } from 'vitest';
import { appImageCopy } from '#test-support/updater.fake.ts';
import type { InstalledCopy } from '../ports.ts';
import { manualReason } from './updates.ts';

const windows = { ...appImageCopy, platform: 'win32', appImage: null };
const mac: InstalledCopy = {
  ...windows,
  platform: 'darwin',
  isSigned: true,
  macPlace: 'writable',
};

it.each<[string, InstalledCopy, ReturnType<typeof manualReason>]>([
  ['an AppImage', appImageCopy, null],
  ['an AppImage with the file of a deb package', { ...appImageCopy, packageType: 'deb' }, null],
  ['an installation on Windows', windows, null],
  ['a signed application on macOS', mac, null],
  ['the sources', { ...appImageCopy, isPackaged: false }, 'development'],
  ['a deb package', { ...appImageCopy, appImage: null, packageType: 'deb' }, 'system-package'],
  ['an rpm package', { ...appImageCopy, appImage: null, packageType: 'rpm' }, 'system-package'],
  ['an unpacked folder on Linux', { ...appImageCopy, appImage: null }, 'not-installed'],
  ['an AppImage of the administrator', { ...appImageCopy, appImage: 'read-only' }, 'read-only'],
  ['a portable program', { ...windows, isPortable: true }, 'portable'],
  ['an application on macOS without a signature', { ...mac, isSigned: false }, 'unsigned'],
  ['a translocated application on macOS', { ...mac, macPlace: 'translocated' }, 'translocated'],
  ['an application on a read-only disk image', { ...mac, macPlace: 'read-only' }, 'read-only'],
  [
    'a translocated application without a signature',
    { ...mac, isSigned: false, macPlace: 'translocated' },
    'unsigned',
  ],
  ['another system', { ...appImageCopy, platform: 'freebsd' }, 'not-installed'],
])('%s', (_what, copy, reason) => {
  expect(manualReason(copy)).toBe(reason);
});
