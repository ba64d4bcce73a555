import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { withDataFolderLock } from './data-folder.ts';
import type { ComposeDesktop } from './composition.ts';
import { fakePorts } from '#test-support/ports.fake.ts';

let dataFolder = '';
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'hookdesk-claim-'));
});
afterEach(() => {
  rmSync(dataFolder, { recursive: true });
});

const start = (compose: ComposeDesktop) =>
  withDataFolderLock(compose)({
    dataFolder,
    service: '',
    bundleThread: '',
    openExternal: () => Promise.resolve(),
  });
const composing =
  (close: () => Promise<void>): ComposeDesktop =>
  () =>
    Promise.resolve({ ports: fakePorts(), notices: [], close });
const closing = composing(() => Promise.resolve());
/** Rejects while the folder is in use. */
const takeAndLeave = async (): Promise<void> => {
  (await lockInstance(dataFolder)).release();
};

test('the desktop has the folder until everything is closed', async () => {
  const { announce, close } = await start(closing);
  const endpoint = { path: '/socket', token: 'canary', version: '1.2.3' };
  announce(endpoint);
  await expect(takeAndLeave()).rejects.toMatchObject({ holder: { host: 'desktop', endpoint } });
  await close();
  await takeAndLeave();
});

test('nothing is composed on a folder that the web host uses', async () => {
  const lock = await lockInstance(dataFolder);
  const holder = { host: 'web', address: 'http://127.0.0.1:4321/' } as const;
  lock.announce(holder);
  let composed = false;
  const started = start((needs) => {
    composed = true;
    return closing(needs);
  });
  await expect(started).rejects.toMatchObject({ name: 'AlreadyRunning', holder });
  expect(composed).toBe(false);
  lock.release();
});

test('the folder is released when composing or closing fails', async () => {
  const failing = () => Promise.reject(new Error('canary'));
  await expect(start(failing)).rejects.toThrow('canary');
  await takeAndLeave();
  const { close } = await start(composing(failing));
  await expect(close()).rejects.toThrow('canary');
  await takeAndLeave();
});
