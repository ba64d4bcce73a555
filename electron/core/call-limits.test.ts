import { ORPCError } from '@orpc/server';
import { expect, test } from 'vitest';
import { systemClock } from '#adapters/clock/clock.ts';
import { callTurns, optionsForWindow } from './call-limits.ts';

/** A call of a procedure as the RPC handler makes it. */
function calling(limits: { calls: number; streams: number }, turns = callTurns(systemClock)) {
  const reported: string[] = [];
  const { clientInterceptors } = optionsForWindow((what) => reported.push(what), turns, {
    atWork: 2,
    throughLists: { atWork: 1, unanswered: 2 },
    ...limits,
  });
  const call = (procedure: () => Promise<unknown>): Promise<unknown> =>
    clientInterceptors.reduceRight<() => Promise<unknown>>(
      (next, intercept) => () => intercept({ next, path: ['app', 'about'], signal: undefined }),
      procedure,
    )();
  return { call, reported };
}

/** Returns the message of the problem that a promise rejects with. */
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: unknown) => (error instanceof ORPCError && error.defined ? error.message : 'another'),
  );

test('calls above the limit are refused with a problem until others return', async () => {
  const { call, reported } = calling({ calls: 2, streams: 2 });
  const slow = Promise.withResolvers<string>();
  const first = call(() => slow.promise);
  const second = call(() => Promise.reject(new ORPCError('PROBLEM', { defined: true })));
  expect(await refusalOf(call(() => Promise.resolve('third')))).toContain('2 calls');
  await expect(second).rejects.toBeInstanceOf(ORPCError);
  expect(await call(() => Promise.resolve('fourth'))).toBe('fourth');
  slow.resolve('first');
  expect(await first).toBe('first');
  expect(reported).toEqual([]);
});

test('a stream above the limit is closed and refused until another one ends', async () => {
  const { call } = calling({ calls: 2, streams: 1 });
  const closed: string[] = [];
  async function* events(name: string): AsyncGenerator<string, void, void> {
    try {
      yield await Promise.resolve(name);
      yield 'more';
    } finally {
      closed.push(name);
    }
  }
  const open = async (
    name: string,
    source = events(name),
  ): Promise<AsyncGenerator<unknown, unknown, void>> => {
    const output = await call(() => Promise.resolve(source));
    if (!isGenerator(output)) throw new Error('That is no stream.');
    return output;
  };
  const first = await open('first');
  expect((await first.next()).value).toBe('first');
  const source = events('second');
  const second = await open('second', source);
  expect(await refusalOf(second.next())).toContain('1 streams');
  expect(await source.next()).toMatchObject({ done: true });
  await first.return(undefined);
  expect(closed).toEqual(['first']);
  expect((await (await open('third')).next()).value).toBe('third');
});

function isGenerator(value: unknown): value is AsyncGenerator<unknown, unknown, void> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
