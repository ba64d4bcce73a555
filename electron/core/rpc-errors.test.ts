import { ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { reportingUnexpected } from './rpc-errors.ts';

/** Reads a stream to its end. Ignores any other value. */
async function drained(output: object): Promise<void> {
  if (!(Symbol.asyncIterator in output)) return;
  const events = (output as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  while ((await events.next()).done !== true) continue;
}

describe('reportingUnexpected', () => {
  const told: string[] = [];
  const [intercept] = reportingUnexpected((line) => told.push(line)).clientInterceptors;
  const call = async (next: () => Promise<unknown>, signal?: AbortSignal): Promise<string[]> => {
    told.length = 0;
    await Promise.resolve(intercept?.({ next, path: [], signal }))
      .then(async (output) => {
        if (typeof output !== 'object' || output === null) return;
        await drained(output);
      })
      .catch(() => undefined);
    return told;
  };

  it('reports an unexpected error once', async () => {
    expect(await call(() => Promise.reject(new TypeError('canary')))).toEqual([
      expect.stringMatching(/^TypeError/),
    ]);
  });

  it('reports an error inside a stream, too', async () => {
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream that only fails
    const stream = async function* () {
      yield 1;
      throw new TypeError('canary');
    };
    expect(await call(() => Promise.resolve(stream()))).toHaveLength(1);
  });

  it('does not report problems and cancellations', async () => {
    const problem = new ORPCError('PROBLEM', { defined: true });
    expect(await call(() => Promise.reject(problem))).toEqual([]);
    const cancelled = AbortSignal.abort();
    expect(await call(() => Promise.reject(new Error('aborted')), cancelled)).toEqual([]);
  });
});
