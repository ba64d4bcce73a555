import { beforeEach, expect, test } from 'vitest';
import { installOnQuit } from './install-on-quit.ts';
import type { Loss } from './window/close-guard.ts';

const calls: string[] = [];
let mayLeave = true;
let isWanted = true;
let install = (): Promise<boolean> => Promise.resolve(true);

beforeEach(() => {
  calls.length = 0;
  mayLeave = true;
  isWanted = true;
  install = () => Promise.resolve(true);
});

const begin = () =>
  installOnQuit({
    updater: {
      install: () => {
        calls.push('install');
        return install();
      },
    },
    core: {
      installsOnQuit: () => isWanted,
      stay: () => {
        calls.push('stay');
        isWanted = false;
      },
    },
    confirm: () => Promise.resolve(mayLeave),
    releaseLock: () => calls.push('release the lock'),
    log: (line) => calls.push(line),
    showError: (title) => calls.push(title),
    limit: 10,
  });

const loss: Loss = { by: 'quit', edits: false, plan: true };

test('installs after the lock is released', async () => {
  await begin().install();
  expect(calls).toEqual(['release the lock', 'install']);
});

test('installs nothing without a request', async () => {
  isWanted = false;
  await begin().install();
  expect(calls).toEqual([]);
});

test.each<[string, Partial<Loss>]>([
  ['a plan', { plan: true }],
  ['edits', { plan: false, edits: true }],
])('installs nothing after a quit that lost %s', async (_what, given) => {
  const ending = begin();
  expect(await ending.confirm(null, { ...loss, ...given })).toBe(true);
  await ending.install();
  expect(calls).toEqual([]);
});

test('installs nothing behind a person who stays, until a new request', async () => {
  const ending = begin();
  mayLeave = false;
  expect(await ending.confirm(null, loss)).toBe(false);
  await ending.install();
  expect(calls).toEqual(['stay']);
  isWanted = true;
  await ending.install();
  expect(calls).toEqual(['stay', 'release the lock', 'install']);
});

test('a person who cancels a reload keeps the request', async () => {
  const ending = begin();
  mayLeave = false;
  await ending.confirm(null, { ...loss, by: 'reload' });
  await ending.install();
  expect(calls).toEqual(['release the lock', 'install']);
});

test('installs after a reload that lost edits', async () => {
  const ending = begin();
  await ending.confirm(null, { ...loss, by: 'reload' });
  await ending.install();
  expect(calls).toEqual(['release the lock', 'install']);
});

test.each<[string, () => Promise<boolean>]>([
  ['fails', () => Promise.resolve(false)],
  ['rejects', () => Promise.reject(new Error('/home/canary'))],
  ['never ends', () => new Promise(() => undefined)],
])('an installation that %s is logged and shown, and Hookdesk exits', async (_how, failing) => {
  install = failing;
  await begin().install();
  expect(calls).toEqual([
    'release the lock',
    'install',
    'update: not installed',
    'The new version was not installed',
  ]);
});
