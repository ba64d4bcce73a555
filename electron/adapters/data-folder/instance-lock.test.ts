import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AlreadyRunning,
  explainAlreadyRunning,
  type Holder,
  lockInstance,
} from './instance-lock.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-lock-'));
  folder = join(parent, 'data', 'hookdesk');
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

const holder: Holder = { host: 'web', address: 'http://127.0.0.1:4321/' };
const refusal = (): Promise<unknown> => lockInstance(folder).catch((error: unknown) => error);

/** Starts another process that claims the folder and keeps running. */
async function other() {
  const program = `
    import { lockInstance } from ${JSON.stringify(join(import.meta.dirname, 'instance-lock.ts'))};
    const lock = await lockInstance(${JSON.stringify(folder)});
    lock.announce(${JSON.stringify(holder)});
    console.log('locked');
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('the lock of a data folder', () => {
  it('creates the folder for its owner only', async () => {
    const lock = await lockInstance(folder);
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
    lock.release();
  });

  it('belongs to one holder, reports its address, and passes to the next', async () => {
    const first = await lockInstance(folder);
    first.announce(holder);
    const second = await refusal();
    expect(second).toBeInstanceOf(AlreadyRunning);
    expect(second).toMatchObject({ holder, dataFolder: folder });
    first.release();
    first.release();
    const third = await lockInstance(folder);
    third.release();
  });

  it('waits for the holder to announce its address', async () => {
    const first = await lockInstance(folder);
    const second = refusal();
    first.announce(holder);
    expect(await second).toMatchObject({ holder });
    first.release();
  });

  it('is refused without an address when the holder announced none', { tags: 'slow' }, async () => {
    const first = await lockInstance(folder);
    writeFileSync(join(folder, 'instance.json'), '{"addr');
    expect(await refusal()).toMatchObject({ name: 'AlreadyRunning', holder: null });
    first.release();
  });

  it('works between processes, and ends with its process, even after a kill', async () => {
    const child = await other();
    expect(await refusal()).toMatchObject({ holder });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await lockInstance(folder);
    // The address of the killed process is deleted.
    expect(existsSync(join(folder, 'instance.json'))).toBe(false);
    lock.release();
  });

  it('leaves only an empty file', async () => {
    const lock = await lockInstance(folder);
    lock.announce(holder);
    lock.release();
    expect(readdirSync(folder)).toEqual(['instance.lock']);
    expect(statSync(join(folder, 'instance.lock')).size).toBe(0);
  });

  it('is taken again when its file was deleted, with its address', async () => {
    const first = await lockInstance(folder);
    first.announce(holder);
    rmSync(folder, { recursive: true });
    first.requireHeld();
    expect(await refusal()).toMatchObject({ name: 'AlreadyRunning', holder });
    first.release();
    expect(readdirSync(folder)).toEqual(['instance.lock']);
  });

  it('is lost, within its interval, when its file was deleted and another host took it', async () => {
    const first = await lockInstance(folder, 50);
    first.announce({ host: 'desktop' });
    const { promise: lost, resolve } = Promise.withResolvers<null>();
    first.onLost(() => {
      resolve(null);
    });
    first.requireHeld();
    rmSync(join(folder, 'instance.lock'));
    const second = await lockInstance(folder);
    second.announce(holder);
    await lost;
    const requireHeld = expect.objectContaining({
      problem: expect.objectContaining({ code: 'storage-failed' }) as unknown,
    }) as unknown;
    expect(first.requireHeld).toThrow(requireHeld);
    first.release();
    expect(existsSync(join(folder, 'instance.json'))).toBe(true);
    second.release();
    // The other host may have written in between.
    expect(first.requireHeld).toThrow(requireHeld);
  });

  it('tells the second of two hosts about the first, whose lock file was deleted', async () => {
    const first = await lockInstance(folder);
    expect(first.notice).toBeNull();
    first.announce(holder);
    rmSync(join(folder, 'instance.lock'));
    const second = await lockInstance(folder);
    expect(second.notice).toContain('may still run at http://127.0.0.1:4321/');
    second.release();
    first.release();
  });

  it('fails when the folder cannot be created', async () => {
    writeFileSync(join(parent, 'data'), '');
    await expect(lockInstance(folder)).rejects.toMatchObject({
      problem: { code: 'storage-failed' },
    });
  });
});

it.each<[Holder | null, string]>([
  [null, 'already runs, with the data in /data'],
  [{ host: 'desktop' }, 'already runs as a desktop application, with the data in /data'],
  [
    { host: 'web', address: 'http://127.0.0.1:4321/' },
    'already runs at http://127.0.0.1:4321/, with the data in /data',
  ],
  [
    { host: 'command-line', command: 'list', process: 42 },
    'already runs as the command “hookdesk list” (process 42), with the data in /data. Wait for its end',
  ],
])('reports the holder of the data folder: %j', (holder, words) => {
  const told = explainAlreadyRunning(new AlreadyRunning('/data', holder));
  expect(told).toContain(words);
  expect(told).toContain('--data');
  expect(told).not.toContain('\n');
});
