import { expect, it, vi } from 'vitest';
import type { ReadManyEvent } from '#contract/webhooks.ts';
import { plainProblem } from '#domain/problem.ts';
import { InstallationReadings } from './installation-readings.svelte.ts';
import { aConnection } from '../testing/a-connection.ts';
import { fakeClient, streamOf } from '../testing/client.fake.ts';

const done = (connectionId: string, total: number): ReadManyEvent => ({
  connectionId,
  state: 'done',
  readAt: new Date(),
  total,
});
const failed: ReadManyEvent = {
  connectionId: 'c',
  state: 'failed',
  problem: plainProblem('unreachable', 'Nobody is there.', 'Try again.'),
};

/** Readings that receive these events and end with `after`. */
function readingsOf(events: ReadManyEvent[], after: Promise<void> = Promise.resolve()) {
  const asked: string[][] = [];
  const readings = new InstallationReadings(
    fakeClient({
      webhooks: {
        listAll: (
          { connectionIds }: { connectionIds: string[] },
          options?: { signal?: AbortSignal },
        ) => {
          asked.push(connectionIds);
          const { promise: aborted, reject } = Promise.withResolvers<never>();
          options?.signal?.addEventListener('abort', () => {
            reject(new DOMException('stopped', 'AbortError'));
          });
          return Promise.resolve(
            streamOf(
              (async function* () {
                yield* events;
                await Promise.race([after, aborted]);
              })(),
            ),
          );
        },
      },
    }),
    { shown: [aConnection({ id: 'a' }), aConnection({ id: 'b' })] },
  );
  return { readings, asked };
}

it('shows the result of each installation and the totals', async () => {
  const { readings, asked } = readingsOf([
    { connectionId: 'a', state: 'waiting' },
    { connectionId: 'b', state: 'waiting' },
    { connectionId: 'a', state: 'reading', bytes: 10, webhooks: 2 },
    done('a', 1_000),
    done('b', 7),
    failed,
  ]);
  await readings.read(['a', 'b', 'c']);
  expect(asked).toEqual([['a', 'b', 'c']]);
  expect(readings).toMatchObject({ running: false, done: 2, failed: 1, webhooks: 1_007 });
  expect(readings.states.get('c')).toBe(failed);
});

it('keeps completed installations after a cancel and drops the others', async () => {
  const never = new Promise<void>(() => undefined);
  const { readings } = readingsOf(
    [
      done('a', 3),
      { connectionId: 'b', state: 'reading', bytes: 0, webhooks: 0 },
      { connectionId: 'c', state: 'waiting' },
    ],
    never,
  );
  const reading = readings.read(['a', 'b', 'c']);
  await expect.poll(() => readings.states.size).toBe(3);
  readings.cancel();
  await reading;
  expect([...readings.states.keys()]).toEqual(['a']);
  expect(readings).toMatchObject({ running: false, problem: null });
  readings.dismiss();
  expect(readings.states.size).toBe(0);
});

it('reads all shown installations', async () => {
  const { readings, asked } = readingsOf([done('a', 1), done('b', 2)]);
  readings.readAll();
  await vi.waitFor(() => {
    expect(readings.webhooks).toBe(3);
  });
  expect(asked).toEqual([['a', 'b']]);
});
