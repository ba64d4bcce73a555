import { expect, it } from 'vitest';
import type { FleetEvent } from '#contract/fleet.ts';
import { plainProblem } from '#domain/problem.ts';
import { Fleet } from './fleet.svelte.ts';
import { fakeClient, streamOf } from './testing/client.fake.ts';

const done = (connectionId: string, total: number): FleetEvent => ({
  connectionId,
  state: 'done',
  readAt: new Date(),
  total,
});
const failed: FleetEvent = {
  connectionId: 'c',
  state: 'failed',
  problem: plainProblem('unreachable', 'Nobody is there.', 'Try again.'),
};

/** A fleet that tells these events, and then what `after` waits for. */
function fleetOf(events: FleetEvent[], after: Promise<void> = Promise.resolve()) {
  const asked: string[][] = [];
  const fleet = new Fleet(
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
  );
  return { fleet, asked };
}

it('shows how far each has come, and what came out in the end', async () => {
  const { fleet, asked } = fleetOf([
    { connectionId: 'a', state: 'waiting' },
    { connectionId: 'b', state: 'waiting' },
    { connectionId: 'a', state: 'reading', bytes: 10, webhooks: 2 },
    done('a', 1_000),
    done('b', 7),
    failed,
  ]);
  await fleet.read(['a', 'b', 'c']);
  expect(asked).toEqual([['a', 'b', 'c']]);
  expect(fleet).toMatchObject({ running: false, done: 2, failed: 1, webhooks: 1_007 });
  expect(fleet.states.get('c')).toBe(failed);
});

it('cancelled, it keeps what was read and forgets what was not', async () => {
  const never = new Promise<void>(() => undefined);
  const { fleet } = fleetOf(
    [
      done('a', 3),
      { connectionId: 'b', state: 'reading', bytes: 0, webhooks: 0 },
      { connectionId: 'c', state: 'waiting' },
    ],
    never,
  );
  const reading = fleet.read(['a', 'b', 'c']);
  await expect.poll(() => fleet.states.size).toBe(3);
  fleet.cancel();
  await reading;
  expect([...fleet.states.keys()]).toEqual(['a']);
  expect(fleet).toMatchObject({ running: false, problem: null });
  fleet.dismiss();
  expect(fleet.states.size).toBe(0);
});
