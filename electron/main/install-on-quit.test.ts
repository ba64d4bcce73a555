import { beforeEach, expect, test } from 'vitest';
import { installOnQuit } from './install-on-quit.ts';
import type { Loss } from './window/close-guard.ts';

const calls: string[] = [];
let mayLeave = true;
let isWanted = true;
let install = (): boolean => true;

beforeEach(() => {
  calls.length = 0;
  mayLeave = true;
  isWanted = true;
  install = () => true;
});

const begin = () =>
  installOnQuit({
    updater: {
      install: () => {
        calls.push('install');
        return install();
      },
      stay: () => calls.push('stay'),
    },
    core: { installsOnQuit: () => isWanted },
    confirm: () => Promise.resolve(mayLeave),
    releaseLock: () => calls.push('release the lock'),
    log: (line) => calls.push(line),
  });

const loss: Loss = { by: 'quit', edits: false, plan: true };

test('installs after the lock is released', () => {
  begin().install();
  expect(calls).toEqual(['release the lock', 'install']);
});

test('installs nothing without a request', () => {
  isWanted = false;
  begin().install();
  expect(calls).toEqual([]);
});

test.each<[string, Partial<Loss>]>([
  ['a plan', { plan: true }],
  ['edits', { plan: false, edits: true }],
])('installs nothing after a quit that lost %s', async (_what, given) => {
  const ending = begin();
  expect(await ending.confirm(null, { ...loss, ...given })).toBe(true);
  ending.install();
  expect(calls).toEqual([]);
});

test('installs after a later quit without losses', async () => {
  const ending = begin();
  mayLeave = false;
  expect(await ending.confirm(null, loss)).toBe(false);
  ending.install();
  expect(calls).toEqual(['stay', 'release the lock', 'install']);
});

test('installs after a reload that lost edits', async () => {
  const ending = begin();
  await ending.confirm(null, { ...loss, by: 'reload' });
  ending.install();
  expect(calls).toEqual(['release the lock', 'install']);
});

test.each<[string, () => boolean]>([
  ['fails', () => false],
  [
    'throws',
    () => {
      throw new Error('/home/canary');
    },
  ],
])('an installation that %s is logged, and Hookdesk exits', (_how, failing) => {
  install = failing;
  begin().install();
  expect(calls).toEqual(['release the lock', 'install', 'update: not installed']);
});
