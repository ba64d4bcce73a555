import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { problemOf } from '../http/testing/problem-of.ts';
import { DesktopUpdater, type DesktopUpdaterNeeds } from './desktop-updater.ts';
import { UpdateFeed } from './testing/update-feed.ts';

// electron-updater requires Electron as CommonJS, which `vi.mock` cannot replace.
const fake = new URL('./testing/electron.fake.ts', import.meta.url).href;
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: fake, shortCircuit: true } : next(specifier, context),
});

const channel = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
const running = Buffer.from('#!/bin/sh\nexit 0\n# the version that runs\n');

let folder = '';
let resources = '';
let appImage = '';
let feed: UpdateFeed;
let updater: DesktopUpdater;
let quits = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-updates-'));
  resources = join(folder, 'mount/resources');
  mkdirSync(resources, { recursive: true });
  appImage = join(folder, 'Hookdesk.AppImage');
  writeFileSync(appImage, running, { mode: 0o755 });
  feed = await new UpdateFeed().start();
  writeFileSync(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: ${feed.url}\nupdaterCacheDirName: hookdesk-updater\n`,
  );
  vi.stubEnv('FAKE_VERSION', '1.2.3');
  vi.stubEnv('FAKE_USER_DATA', join(folder, 'data'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  vi.stubEnv('APPIMAGE', appImage);
  vi.stubEnv('APPDIR', join(folder, 'mount'));
  Object.assign(process, { resourcesPath: resources });
  quits = 0;
  updater = desktopUpdater('linux');
});
afterEach(async () => {
  Reflect.deleteProperty(process, 'resourcesPath');
  await feed.close();
  rmSync(folder, { recursive: true });
});
afterAll(() => {
  hooks.deregister();
});

function desktopUpdater(
  platform: NodeJS.Platform,
  executable = join(folder, 'mount/hookdesk'),
  isPackaged = true,
  managed: DesktopUpdaterNeeds['managed'] = {},
): DesktopUpdater {
  return new DesktopUpdater({
    managed,
    place: { isPackaged, platform, resources, executable, environment: process.env },
    quit: () => {
      quits += 1;
    },
  });
}

const never = (): AbortSignal => new AbortController().signal;
const check = () => updater.check(never());
const download = (signal = never()) => updater.download(() => undefined, signal);

/** Files of downloads, without the metadata of the library. */
function downloads(): string[] {
  const pending = join(folder, 'cache/hookdesk-updater/pending');
  if (!existsSync(pending)) return [];
  return readdirSync(pending).filter((name) => name !== 'update-info.json');
}

/** A large program, so that a download has several chunks. */
const program = (text: string): Buffer =>
  Buffer.concat([Buffer.from(`#!/bin/sh\n${text}\nexit 0\n#`), Buffer.alloc(300_000, 'x')]);

describe('a check', () => {
  test('finds a newer version, and what is new', async () => {
    feed.publish(channel, { version: '2.0.0', content: program(''), notes: 'Much **new**.' });
    expect(await check()).toEqual({ version: '2.0.0', notes: 'Much **new**.' });
  });

  test('downloads nothing', async () => {
    feed.publish(channel, { version: '2.0.0', content: program('') });
    // The last checks give a download by the first one time to start.
    for (let count = 0; count < 5; count += 1) await check();
    expect(existsSync(join(folder, 'cache'))).toBe(false);
  });

  test('sends nothing that identifies this copy', async () => {
    feed.publish(channel, { version: '2.0.0', content: program('') });
    await check();
    const { host, ...headers } = feed.headers[0] ?? {};
    expect(host).toBeTypeOf('string');
    expect(headers).toEqual({
      'user-agent': 'electron-builder',
      'cache-control': 'no-cache',
      'x-user-staging-id': 'none',
      connection: 'keep-alive',
    });
  });

  test.each(['1.2.3', '1.2.2', '1.2.3-beta.1', '0.9.0'])(
    'does not offer version %s',
    async (version) => {
      feed.publish(channel, { version, content: program('') });
      expect(await check()).toBeNull();
    },
  );

  test.each([
    ['an HTML page', '<!doctype html><title>Sign in</title>'],
    ['broken YAML', 'version: 2.0.0\nfiles:\n  - url: [a\n'],
    ['an empty answer', ''],
    ['no version', 'files:\n  - url: a.AppImage\n    sha512: abc\n'],
    ['a version that is none', 'version: latest\nfiles:\n  - url: a.AppImage\n    sha512: abc\n'],
  ])('refuses %s', async (_what, answer) => {
    feed.on(channel, answer);
    expect((await problemOf(check())).code).toBe('not-the-interface');
  });

  test.each([
    [404, 'not-found'],
    [403, 'server-failed'],
    [500, 'server-failed'],
  ])('answered with status %d is a problem', async (status, code) => {
    feed.on(channel, (response) => response.writeHead(status).end('canary'));
    const problem = await problemOf(check());
    expect(problem.code).toBe(code);
    expect(JSON.stringify(problem)).not.toMatch(/canary|127\.0\.0\.1/);
  });

  test('behind a proxy that asks for a password is answered at once', async () => {
    feed.on(channel, (response) => {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="canary"' }).end('canary');
    });
    const problem = await problemOf(check());
    expect(problem.code).toBe('proxy-failed');
    expect(problem.message).toBe('The proxy of the system asks for a user name and a password.');
    expect(JSON.stringify(problem)).not.toMatch(/canary|127\.0\.0\.1/);
  });

  test('that the server cuts off is a problem, and the next one succeeds', async () => {
    feed.on(channel, (response) => {
      response.writeHead(200, { 'Content-Length': 1_000 }).write('version: 2.0.0\n');
      response.destroy();
    });
    expect((await problemOf(check())).code).toBe('unreachable');
    feed.publish(channel, { version: '2.0.0', content: program('') });
    expect(await check()).toMatchObject({ version: '2.0.0' });
  });

  test('that is cancelled does not block the next one', async () => {
    const limit = new AbortController();
    feed.on(channel, () => {
      limit.abort();
    });
    const slow = updater.check(limit.signal);
    slow.catch(() => undefined);
    await vi.waitFor(() => {
      expect(limit.signal.aborted).toBe(true);
    });
    feed.publish(channel, { version: '2.0.0', content: program('') });
    expect(await check()).toMatchObject({ version: '2.0.0' });
  });
});

describe('a check of releases on GitHub', () => {
  const releases = 'ada/hookdesk/releases';
  const page = `<feed><entry><link href="https://github.com/${releases}/tag/v2.0.0"/><title>2.0.0</title><content type="html">&lt;ul&gt;&lt;li&gt;Much&lt;/li&gt;&lt;/ul&gt;</content></entry></feed>`;

  beforeEach(() => {
    const host = feed.url.replace('http://', '');
    writeFileSync(
      join(resources, 'app-update.yml'),
      `provider: github\nowner: ada\nrepo: hookdesk\nhost: ${host}\nprotocol: http\nupdaterCacheDirName: hookdesk-updater\n`,
    );
    feed.on('api/v3/repos/ada/hookdesk/releases/latest', '{ "tag_name": "v2.0.0" }');
  });

  test('finds the latest release with its notes, and downloads it', async () => {
    feed.on(`${releases}.atom`, page);
    const file = `${releases}/download/v2.0.0/${channel}`;
    const name = feed.publish(file, { version: '2.0.0', content: program('') });
    expect(await check()).toEqual({ version: '2.0.0', notes: '<ul><li>Much</li></ul>' });
    await download();
    expect(downloads()).toEqual([name]);
  });

  test.each([
    ['no release', '<feed></feed>', 'not-found'],
    ['a release without a file for this system', page, 'not-found'],
    ['no feed', 'Please sign in.', 'not-the-interface'],
  ])('with %s is a problem', async (_what, answer, code) => {
    feed.on(`${releases}.atom`, answer);
    expect((await problemOf(check())).code).toBe(code);
  });
});

describe('a download', () => {
  test('is verified, executable, and reported from 0 to 1', async () => {
    const content = program('');
    const name = feed.publish(channel, { version: '2.0.0', content });
    await check();
    const shares: number[] = [];
    await updater.download((share) => shares.push(share), never());
    expect(shares.at(-1)).toBe(1);
    expect(downloads()).toEqual([name]);
    const file = join(folder, 'cache/hookdesk-updater/pending', name);
    expect(readFileSync(file).equals(content)).toBe(true);
    expect(readFileSync(appImage).equals(running)).toBe(true);
  });

  test('that exists already is not repeated', async () => {
    const name = feed.publish(channel, { version: '2.0.0', content: program('') });
    await check();
    await download();
    feed.asked.length = 0;
    updater = desktopUpdater('linux');
    await check();
    await download();
    expect(feed.asked).not.toContain(name);
  });

  test('with other content than the published one is deleted', async () => {
    feed.publish(channel, {
      version: '2.0.0',
      content: program(''),
      sha512: 'A'.repeat(86) + '==',
    });
    await check();
    const problem = await problemOf(download());
    expect(problem.code).toBe('refused');
    expect(problem.facts).toEqual([{ label: 'System code', value: 'ERR_CHECKSUM_MISMATCH' }]);
    expect(downloads()).toEqual([]);
    expect(await updater.install()).toBe(false);
    expect(readFileSync(appImage).equals(running)).toBe(true);
  });

  test('that the server cuts off leaves nothing, and the next one succeeds', async () => {
    const content = program('');
    const name = feed.publish(channel, { version: '2.0.0', content });
    await check();
    feed.on(name, (response) => {
      response.writeHead(200, { 'Content-Length': content.length });
      response.write(content.subarray(0, 100_000), () => response.destroy());
    });
    expect((await problemOf(download())).code).toBe('unreachable');
    expect(downloads()).toEqual([]);
    feed.on(name, content);
    await check();
    await download();
    expect(downloads()).toEqual([name]);
  });

  test('that stalls ends when it is cancelled, and the next one succeeds', async () => {
    const content = program('');
    const name = feed.publish(channel, { version: '2.0.0', content });
    await check();
    const cancel = new AbortController();
    feed.on(name, (response) => {
      response.writeHead(200, { 'Content-Length': content.length });
      response.write(content.subarray(0, 1_000), () => {
        cancel.abort();
      });
    });
    await problemOf(download(cancel.signal));
    // The library deletes the partial file with the next download.
    expect(downloads()).not.toContain(name);
    feed.on(name, content);
    await check();
    await download();
    expect(downloads()).toEqual([name]);
  });

  test('for Windows is an installer', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    vi.stubEnv('LOCALAPPDATA', join(folder, 'cache'));
    updater = desktopUpdater('win32');
    const fileName = 'Hookdesk Setup 2.0.0.exe';
    feed.publish('latest.yml', { version: '2.0.0', content: program(''), fileName });
    await check();
    await download();
    expect(downloads()).toContain(fileName);
  });
});

describe('an installation', () => {
  const marker = () => join(folder, 'ran');
  const ready = async (text: string): Promise<string> => {
    const name = feed.publish(channel, { version: '2.0.0', content: program(text) });
    await check();
    await download();
    return name;
  };

  test('replaces the AppImage on quit, and does not start it', async () => {
    await ready(`echo "$APPIMAGE_EXIT_AFTER_INSTALL" > ${marker()}`);
    expect(await updater.install()).toBe(true);
    expect(readFileSync(marker(), 'utf8')).toBe('true\n');
    expect(readFileSync(appImage, 'utf8')).toContain('APPIMAGE_EXIT_AFTER_INSTALL');
    expect(readdirSync(folder)).not.toContain('Hookdesk.AppImage.old');
    expect(quits).toBe(0);
  });

  test('on restart quits first, and starts the new version', async () => {
    await ready(`echo "started $APPIMAGE_EXIT_AFTER_INSTALL" > ${marker()}`);
    updater.restart();
    expect(quits).toBe(1);
    expect(await updater.install()).toBe(true);
    await vi.waitFor(() => {
      expect(readFileSync(marker(), 'utf8')).toBe('started \n');
    });
  });

  test('that a person cancels starts nothing', async () => {
    await ready(`echo "$APPIMAGE_EXIT_AFTER_INSTALL" > ${marker()}`);
    updater.restart();
    updater.stay();
    expect(existsSync(marker())).toBe(false);
    expect(readFileSync(appImage).equals(running)).toBe(true);
  });

  test('does not start the new version when the person cancels the restart and quits later', async () => {
    await ready(`echo "$APPIMAGE_EXIT_AFTER_INSTALL" > ${marker()}`);
    updater.restart();
    updater.stay();
    expect(await updater.install()).toBe(true);
    expect(readFileSync(marker(), 'utf8')).toBe('true\n');
  });

  test('that fails leaves the running version', async () => {
    const name = await ready('');
    rmSync(join(folder, 'cache/hookdesk-updater/pending', name));
    expect(await updater.install()).toBe(false);
    expect(readFileSync(appImage).equals(running)).toBe(true);
  });

  test('without a download does nothing', async () => {
    expect(await updater.install()).toBe(true);
    expect(readFileSync(appImage).equals(running)).toBe(true);
  });
});

describe('an installation on macOS', () => {
  /** Squirrel is one for all tests, so a later test's error ends it. */
  const beginInstall = (): void => {
    updater.install().catch(() => undefined);
  };
  const ready = async (): Promise<void> => {
    // The library names the channel by the system of the test.
    feed.publish(channel, {
      version: '2.0.0',
      content: program(''),
      fileName: 'Hookdesk-2.0.0-mac.zip',
    });
    vi.stubEnv('FAKE_CALLS', '');
    updater = desktopUpdater('darwin');
    await check();
    await download();
  };

  test('gives Squirrel the download only at the end of a quit', async () => {
    await ready();
    updater.restart();
    expect({ quits, calls: process.env.FAKE_CALLS }).toEqual({ quits: 1, calls: '' });
    beginInstall();
    await vi.waitFor(() => {
      expect(process.env.FAKE_CALLS).toBe('fetch\nquit and install\n');
    });
  });

  test('without a restart quits alone', async () => {
    await ready();
    beginInstall();
    await vi.waitFor(() => {
      expect(process.env.FAKE_CALLS).toContain('quit\n');
    });
  });

  test('rejects when Squirrel refuses it', async () => {
    vi.stubEnv('FAKE_SQUIRREL_ERROR', 'Code signature at file:///Users/canary did not pass');
    await ready();
    await expect(updater.install()).rejects.toThrow();
  });
});

describe('a copy', () => {
  test('that no server can replace still finds a newer version', async () => {
    feed.publish(channel, { version: '2.0.0', content: program('') });
    vi.stubEnv('APPIMAGE', undefined);
    expect(await check()).toMatchObject({ version: '2.0.0' });
  });

  test('of the sources asks the server of its variable', async () => {
    rmSync(join(resources, 'app-update.yml'));
    feed.publish(channel, { version: '2.0.0', content: program('') });
    vi.stubEnv('HOOKDESK_UPDATE_FEED', feed.url);
    const sources = desktopUpdater('linux', join(folder, 'electron'), false);
    expect(await sources.copy()).toMatchObject({ isPackaged: false, downloadPage: `${feed.url}/` });
    expect(await sources.check(never())).toMatchObject({ version: '2.0.0' });
  });
});

describe('what the organisation sets', () => {
  const managedBy = (managed: DesktopUpdaterNeeds['managed'], isPackaged = true) =>
    desktopUpdater('linux', undefined, isPackaged, managed);

  test('is the server, in place of that of the build and of a variable of the user', async () => {
    const theirs = await new UpdateFeed().start();
    theirs.publish(channel, { version: '3.0.0', content: program('') });
    vi.stubEnv('HOOKDESK_UPDATE_FEED', feed.url);
    for (const isPackaged of [true, false]) {
      const each = managedBy({ updateFeed: theirs.url }, isPackaged);
      expect(await each.copy()).toMatchObject({ downloadPage: theirs.url });
      expect(await each.check(never())).toMatchObject({ version: '3.0.0' });
    }
    expect(feed.asked).toEqual([]);
    // Without it, the library cannot download.
    rmSync(join(resources, 'app-update.yml'));
    expect((await managedBy({ updateFeed: theirs.url }).copy()).downloadPage).toBeNull();
    await theirs.close();
  });

  test('is the proxy of the first request', async () => {
    vi.stubEnv('FAKE_CALLS', '');
    await managedBy({ proxy: 'none' })
      .check(never())
      .catch(() => null);
    expect(process.env.FAKE_CALLS).toBe('proxy {"mode":"direct"}\n');
  });
});
