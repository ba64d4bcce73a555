import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Machine, makeFolder, usualDataFolder } from './usual-data-folder.ts';

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

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-make-'));
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

describe('creating a folder', () => {
  it('creates the missing parts of its path for its owner only, and leaves existing ones', () => {
    makeFolder(join(parent, 'a/b/c'));
    makeFolder(join(parent, 'a/b/c'));
    for (const made of ['a', 'a/b', 'a/b/c']) {
      if (process.platform !== 'win32') {
        expect(statSync(join(parent, made)).mode & 0o777).toBe(0o700);
      }
    }
  });

  it('follows a link to a folder', () => {
    makeFolder(join(parent, 'real'));
    symlinkSync(join(parent, 'real'), join(parent, 'link'));
    makeFolder(join(parent, 'link/below'));
    expect(existsSync(join(parent, 'real/below'))).toBe(true);
  });

  const refused: [string, string, RegExp][] = [
    ['a file', 'file', /file is a file\.$/],
    ['a folder below a file', 'file/below', /file is a file\.$/],
    ['a link to nothing', 'dangling', /dangling is a link to something that does not exist\.$/],
    ['a folder below such a link', 'dangling/below', /dangling is a link to something/],
    ['links in a circle', 'circle/below', /its path has links that lead in a circle\.$/],
    ['a long name', 'long'.repeat(100), /its path is too long\.$/],
    ['a long path', 'long/'.repeat(2_000), /its path is too long\.$/],
  ];
  if (process.platform === 'linux') {
    refused.push(['a folder in /proc', '/proc/hookdesk/data', /allows no new folders there\.$/]);
  }

  it.each(refused)('names the obstacle: %s', (_, path, reason) => {
    writeFileSync(join(parent, 'file'), '');
    symlinkSync(join(parent, 'nothing'), join(parent, 'dangling'));
    symlinkSync(join(parent, 'circle'), join(parent, 'circle'));
    const make = (): void => {
      makeFolder(path.startsWith('/') ? path : join(parent, path));
    };
    expect(make).toThrow(reason);
    expect(make).toThrow(expect.objectContaining({ name: 'ProblemError' }));
    expect(make).not.toThrow(/.{600}/);
    expect(existsSync(join(parent, 'nothing'))).toBe(false);
  });
});
