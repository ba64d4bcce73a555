import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

let folder = '';
let lock = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-one-'));
  lock = join(folder, 'cache/work.lock');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const never = (): never => {
  throw new Error('Nobody else is at work.');
};

test('the second run waits until the first has finished', async () => {
  const events: string[] = [];
  const finish = Promise.withResolvers<null>();
  const first = oneAtATime(lock, never, async () => {
    events.push('first begins');
    await finish.promise;
    events.push('first ends');
  });
  const second = oneAtATime(
    lock,
    () => {
      events.push('second waits');
      finish.resolve(null);
    },
    () => Promise.resolve(events.push('second begins')),
  );
  expect(await second).toBe(4);
  await first;
  expect(events).toEqual(['first begins', 'second waits', 'first ends', 'second begins']);
});

test('failed work releases the lock', async () => {
  const failing = oneAtATime(lock, never, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await oneAtATime(lock, never, () => Promise.resolve('next'))).toBe('next');
});

test('the lock applies across processes and is released when a process is killed', async () => {
  const program = `
    import { oneAtATime } from ${JSON.stringify(join(import.meta.dirname, 'one-at-a-time.ts'))};
    await oneAtATime(${JSON.stringify(lock)}, () => undefined, () => {
      console.log('at work');
      return new Promise((resolve) => setTimeout(resolve, 600_000));
    });`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  let waited = 0;
  const result = await oneAtATime(
    lock,
    () => {
      waited += 1;
      child.kill('SIGKILL');
    },
    () => Promise.resolve('next'),
  );
  expect({ result, waited }).toEqual({ result: 'next', waited: 1 });
});
