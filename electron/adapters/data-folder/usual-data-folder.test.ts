import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Machine, usualDataFolder } from './usual-data-folder.ts';

it.each<[NodeJS.Platform, Machine['environment'], string]>([
  ['linux', {}, '/home/a/.local/share/hookdesk'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/hookdesk'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/a/.local/share/hookdesk'],
  ['freebsd', { XDG_DATA_HOME: '' }, '/home/a/.local/share/hookdesk'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/a/Library/Application Support/Hookdesk'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/Hookdesk'],
  ['win32', {}, '/home/a/AppData/Roaming/Hookdesk'],
])('on %s with %j is %s', (platform, environment, folder) => {
  expect(usualDataFolder({ platform, home: '/home/a', environment })).toBe(join(folder));
});
