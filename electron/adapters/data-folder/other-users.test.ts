import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fullDiskNotice } from './data-notices.ts';
import { replaceFile } from './durable-file.ts';
import { lockInstance } from './instance-lock.ts';
import { replaceWithoutBlocking } from '../vault/vault-file.ts';
import { otherUsersNotice } from './other-users.ts';
import { readOwnFile } from './own-file.ts';

let parent = '';
let folder = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "hookdesk-user's-"));
  chmodSync(parent, 0o755);
  folder = join(parent, 'data');
  mkdirSync(folder, { mode: 0o700 });
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** What a user reads who starts Hookdesk on the folder; empty for a start. */
function refusalFor(user: number | undefined, path = folder): string {
  const program = `
    const { lockInstance } = await import(${JSON.stringify(join(import.meta.dirname, 'instance-lock.ts'))});
    const said = await lockInstance(${JSON.stringify(path)}).then((lock) => lock.release(), ({ problem }) => problem);
    console.log(said === undefined ? '' : said.message + ' ' + said.advice);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    uid: user,
    gid: user,
    cwd: '/',
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stderr).toBe('');
  return stdout.trim();
}

/** Runs the advised command. */
function mend(refusal: string): void {
  execFileSync('sh', ['-c', refusal.slice(refusal.indexOf('run: ') + 'run: '.length)]);
}

describe.runIf(process.platform !== 'win32')('a data folder that others can write to', () => {
  const user = isRoot ? nobody : undefined;
  beforeEach(() => {
    if (isRoot) chownSync(folder, nobody, nobody);
  });

  it.each([0o770, 0o707, 0o1777])('is refused with the command that mends it: %o', (mode) => {
    chmodSync(folder, mode);
    const refusal = refusalFor(user);
    expect(refusal).toContain('can be changed by other users');
    mend(refusal);
    expect(refusalFor(user)).toBe('');
  });

  it('is accepted when others can only read it, also through a link', () => {
    chmodSync(folder, 0o755);
    const link = join(parent, 'link');
    symlinkSync(folder, link);
    expect(refusalFor(user)).toBe('');
    expect(refusalFor(user, link)).toBe('');
  });
});

describe.runIf(isRoot && process.platform !== 'win32')('a data folder of another user', () => {
  it('is refused, also through a link, with the command that mends it', () => {
    const link = join(parent, 'link');
    symlinkSync(folder, link);
    chmodSync(folder, 0o755);
    expect(refusalFor(nobody)).toContain('sudo chown -R');
    expect(refusalFor(nobody, link)).toContain('belongs to another user');
  });

  it('is a warning for root', () => {
    expect(otherUsersNotice(folder)).toBeNull();
    chownSync(folder, nobody, nobody);
    expect(otherUsersNotice(folder)).toContain('belongs to another user');
    expect(refusalFor(undefined)).toBe('');
  });
});

describe.runIf(process.platform !== 'win32')('links and pipes in the data folder', () => {
  const names = ['settings.json', 'vault.json', 'hookdesk.sqlite', 'hookdesk.sqlite-wal']
    .concat(['hookdesk.sqlite-shm', 'hookdesk.new.sqlite', 'instance.lock', 'instance.json'])
    .concat(['keychain-id', 'templates.json', 'window.json', 'practice-A.sqlite']);

  it.each(names)('stop the start, with the command that removes it: %s', async (name) => {
    const path = join(folder, name);
    const victim = join(parent, 'victim');
    writeFileSync(victim, '{}');
    for (const plant of [
      () => {
        symlinkSync(victim, path);
      },
      () => {
        symlinkSync(join(parent, 'nothing'), path);
      },
      () => {
        execFileSync('mkfifo', [path]);
      },
    ]) {
      plant();
      const refused = lockInstance(folder);
      await expect(refused).rejects.toMatchObject({ problem: { code: 'storage-failed' } });
      await expect(refused).rejects.toThrow(`${name} is a link, a pipe or a device`);
      rmSync(path);
    }
    expect(readFileSync(victim, 'utf8')).toBe('{}');
  });

  it('do not stop the start under other names, such as those of Chromium', async () => {
    symlinkSync('host-123', join(folder, 'SingletonLock'));
    (await lockInstance(folder)).release();
  });

  it.each<[string, () => unknown]>([
    ['write-test.tmp', () => fullDiskNotice(folder)],
    [
      'keychain-id.new',
      () => {
        replaceFile(join(folder, 'keychain-id'), 'id');
      },
    ],
    ['vault.json.new', () => replaceWithoutBlocking(join(folder, 'vault.json'), '{}')],
  ])('are replaced by a write, which leaves their target: %s', async (name, write) => {
    const victim = join(parent, 'victim');
    writeFileSync(victim, 'canary', { mode: 0o640 });
    symlinkSync(victim, join(folder, name));
    await write();
    expect(readFileSync(victim, 'utf8')).toBe('canary');
  });

  it('are not read', () => {
    const path = join(folder, 'settings.json');
    writeFileSync(join(parent, 'victim'), 'canary');
    symlinkSync(join(parent, 'victim'), path);
    expect(() => readOwnFile(path)).toThrow(/ELOOP|EMLINK/);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect(() => readOwnFile(path)).toThrow('is a link, a pipe or a device');
  });
});
