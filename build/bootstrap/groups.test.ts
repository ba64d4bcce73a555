import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endGroup, startGroup } from './groups.mjs';

const supervisor = join(import.meta.dirname, 'testing/supervisor.mjs');

/** Starts a command whose descendants share its output, and waits until all of them run. */
async function startAll(command: string, args: readonly string[], environment = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: undefined, ...environment },
  });
  // 'close' comes when the last process that has the output open ends.
  const allGone = once(child, 'close');
  const said: unknown[] = await once(child.stdout, 'data');
  expect(String(said[0])).toBe('all are there\n');
  return { child, allGone };
}

describe.skipIf(process.platform === 'win32')('endGroupsOnSignals', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends all descendants on %s, then its own process by the same signal',
    async (signal) => {
      const { child, allGone } = await startAll(process.execPath, [supervisor]);
      child.kill(signal);
      expect(await allGone).toEqual([null, signal]);
    },
  );

  it('kills descendants that ignore the signal', async () => {
    const { child, allGone } = await startAll(process.execPath, [supervisor, 'stubborn']);
    child.kill('SIGTERM');
    expect(await allGone).toEqual([null, 'SIGTERM']);
  });

  it('ends when npm is killed, although npm forwards no signal', async () => {
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
  it('returns the exit code of a program', async () => {
    const { ended } = startGroup(process.execPath, ['-e', 'process.exit(3)']);
    expect(await ended).toEqual({ code: 3, signal: null });
  });

  it('rejects with ENOENT for an unknown program', async () => {
    await expect(startGroup('/no/such/program', []).ended).rejects.toThrow('ENOENT');
  });

  it('kills the rest of a group when its first process ends', async () => {
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

it('endGroup ignores a group that has already ended', async () => {
  const group = startGroup(process.execPath, ['-e', '']);
  await group.ended;
  await expect(endGroup(group)).resolves.toBeUndefined();
});
