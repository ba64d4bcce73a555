import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, 'testing/output-errors-program.ts');

/** Runs the program without an output. Resolves with the number of its uncaught exceptions. */
async function exceptions(output: 'closed' | 'full', ...args: string[]): Promise<unknown> {
  const full = output === 'full' ? openSync('/dev/full', 'w') : null;
  const stdio = full ?? 'pipe';
  const child = fork(program, args, { stdio: ['ignore', stdio, stdio, 'ipc'] });
  if (full !== null) closeSync(full);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    stream.destroy();
    await once(stream, 'close');
  }
  const counted = once(child, 'message');
  const ended = once(child, 'exit');
  child.send('go');
  const [count] = (await counted) as [unknown];
  expect(await ended).toEqual([0, null]);
  return count;
}

test('a program survives a closed standard output', async () => {
  expect(await exceptions('closed')).toBe(0);
  expect(await exceptions('closed', '--untreated')).toBeGreaterThan(0);
});

test.runIf(process.platform === 'linux')(
  'a program survives a standard output on a full disk',
  async () => {
    expect(await exceptions('full')).toBe(0);
  },
);
