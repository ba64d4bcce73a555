import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endGroup, startGroup } from './groups.mjs';

const supervisor = join(import.meta.dirname, 'testing/supervisor.mjs');

/** Starts a command whose descendants share its output, and waits until all of them are there. */
async function startAll(command: string, args: readonly string[], environment = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: undefined, ...environment },
  });
  // 'close' comes when the last process that holds the output is gone.
  const allGone = once(child, 'close');
  const said: unknown[] = await once(child.stdout, 'data');
  expect(String(said[0])).toBe('all are there\n');
  return { child, allGone };
}

describe.skipIf(process.platform === 'win32')('a program that is asked to end', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s takes all that it started with it, and ends by that signal',
    async (signal) => {
      const { child, allGone } = await startAll(process.execPath, [supervisor]);
      child.kill(signal);
      expect(await allGone).toEqual([null, signal]);
    },
  );

  it('kills what does not end by itself', async () => {
    const { child, allGone } = await startAll(process.execPath, [supervisor, 'stubborn']);
    child.kill('SIGTERM');
    expect(await allGone).toEqual([null, 'SIGTERM']);
  });

  it('ends when npm is gone, which tells its scripts nothing', async () => {
    const { child, allGone } = await startAll(
      '/bin/sh',
      ['-c', `"${process.execPath}" "${supervisor}"; exit`],
      { npm_lifecycle_event: 'start' },
    );
    child.kill('SIGKILL');
    await allGone;
  });
});

describe('startGroup', () => {
  it('says how a program ended', async () => {
    const { ended } = startGroup(process.execPath, ['-e', 'process.exit(3)']);
    expect(await ended).toEqual({ code: 3, signal: null });
  });

  it('rejects when there is no such program', async () => {
    await expect(startGroup('/no/such/program', []).ended).rejects.toThrow('ENOENT');
  });

  it('leaves nothing of a group whose first process ended', async () => {
    const orphan = 'setInterval(() => {}, 1000)';
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(orphan)}], { stdio: 'inherit' }).once('spawn', () => process.exit(0))`;
    const { child, ended } = startGroup(process.execPath, ['-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const allGone = once(child, 'close');
    expect(await ended).toEqual({ code: 0, signal: null });
    await allGone;
  });
});

it('endGroup does nothing to what has ended already', async () => {
  const group = startGroup(process.execPath, ['-e', '']);
  await group.ended;
  await expect(endGroup(group)).resolves.toBeUndefined();
});
