import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { type CopyPlace, downloadPageIn, feedOf, installedCopy } from './installed-copy.ts';

let folder: string;
let place: CopyPlace;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-copy-'));
  const resources = join(folder, 'mount/resources');
  const appImage = join(folder, 'Hookdesk.AppImage');
  mkdirSync(resources, { recursive: true });
  writeFileSync(appImage, '');
  writeFileSync(
    join(resources, 'app-update.yml'),
    'provider: generic\nurl: https://updates.example.com/hookdesk\n',
  );
  place = {
    isPackaged: true,
    platform: 'linux',
    resources,
    executable: join(folder, 'mount/hookdesk'),
    environment: { APPIMAGE: appImage, APPDIR: join(folder, 'mount') },
  };
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const within = (environment: CopyPlace['environment']) =>
  installedCopy({ ...place, environment: { ...place.environment, ...environment } });

test('an AppImage with an update server can be updated', async () => {
  expect(await installedCopy(place)).toEqual({
    isPackaged: true,
    platform: 'linux',
    downloadPage: 'https://updates.example.com/hookdesk',
    packageType: null,
    appImage: 'writable',
    isPortable: false,
    isSigned: false,
    macPlace: null,
  });
});

test('a package without an update server reports its type', async () => {
  rmSync(join(place.resources, 'app-update.yml'));
  writeFileSync(join(place.resources, 'package-type'), 'deb\n');
  expect(await installedCopy(place)).toMatchObject({ downloadPage: null, packageType: 'deb' });
});

test('a copy that another AppImage started is not an AppImage', async () => {
  expect(await within({ APPDIR: join(folder, 'elsewhere') })).toMatchObject({ appImage: null });
});

test('a portable copy is detected by its variable', async () => {
  expect(await within({ PORTABLE_EXECUTABLE_FILE: 'E:\\Hookdesk.exe' })).toMatchObject({
    isPortable: true,
  });
});

test.each<[string, boolean, 'translocated' | 'read-only' | 'writable']>([
  ['private/var/folders/AppTranslocation/1/d/Hookdesk.app', true, 'translocated'],
  ['Applications/Hookdesk.app', true, 'writable'],
  // Root may write everywhere; a bundle that is not there stands for one that cannot be written.
  ['Volumes/Hookdesk/Hookdesk.app', false, 'read-only'],
])('a copy on macOS at %s is %3$s', async (bundle, isThere, macPlace) => {
  const program = join(folder, bundle, 'Contents/MacOS');
  if (isThere) mkdirSync(program, { recursive: true });
  const executable = join(program, 'Hookdesk');
  expect(await installedCopy({ ...place, platform: 'darwin', executable })).toMatchObject({
    macPlace,
  });
});

it.each<[string, string | null]>([
  [
    'provider: github\nowner: ada\nrepo: hookdesk\nupdaterCacheDirName: hookdesk-updater\n',
    'https://github.com/ada/hookdesk/releases',
  ],
  [
    'provider: generic\nurl: https://updates.acme.test/hookdesk\n',
    'https://updates.acme.test/hookdesk',
  ],
  ["provider: 'generic'\nurl: 'https://updates.acme.test/'\r\n", 'https://updates.acme.test/'],
  ['provider: generic\nurl: http://updates.acme.test/\n', null],
  ['provider: generic\nurl: https://ada:canary@updates.acme.test/\n', null],
  ['provider: generic\nurl: javascript:alert(1)\n', null],
  ['provider: github\nowner: ada\n', null],
  ['', null],
])('the page of the packages for %j is %s', (yaml, page) => {
  expect(downloadPageIn(yaml)).toBe(page);
});

it.each([
  ['github:ada/hookdesk', { provider: 'github', owner: 'ada', repo: 'hookdesk' }],
  ['https://updates.acme.test/', { provider: 'generic', url: 'https://updates.acme.test/' }],
  ['http://updates.acme.test/', null],
  ['ada/hookdesk', null],
  ['', null],
  [undefined, null],
])('the server that %s names to a copy of the sources', (named, feed) => {
  expect(feedOf(named)).toEqual(feed);
});
