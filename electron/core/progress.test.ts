import { describe, expect, it } from 'vitest';
import { withProgress } from './progress.ts';

/** Work that a test controls. */
function driven() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let report: (progress: number) => void = () => undefined;
  const events = withProgress<number, string>((take) => {
    report = take;
    return promise;
  });
  return {
    events,
    resolve,
    reject,
    tell: (progress: number) => {
      report(progress);
    },
  };
}

describe('withProgress', () => {
  it('yields each awaited report, and returns the result', async () => {
    const { events, tell, resolve } = driven();
    const first = events.next();
    tell(1);
    expect(await first).toEqual({ done: false, value: 1 });
    const second = events.next();
    tell(2);
    expect(await second).toEqual({ done: false, value: 2 });
    const last = events.next();
    resolve('done');
    expect(await last).toEqual({ done: true, value: 'done' });
  });

  it('keeps only the latest of several reports', async () => {
    const { events, tell, resolve } = driven();
    const first = events.next();
    tell(1);
    await first;
    tell(2);
    tell(3);
    expect(await events.next()).toEqual({ done: false, value: 3 });
    resolve('done');
    expect(await events.next()).toEqual({ done: true, value: 'done' });
  });

  it('accepts 0 and false as reports', async () => {
    const { events, tell } = driven();
    const first = events.next();
    tell(0);
    expect(await first).toEqual({ done: false, value: 0 });
  });

  it('rejects as the work does, also between two reports', async () => {
    const { events, tell, reject } = driven();
    const first = events.next();
    tell(1);
    await first;
    reject(new Error('broken'));
    await expect(events.next()).rejects.toThrow('broken');
  });

  it('leaves no unhandled rejection when the consumer leaves', async () => {
    const { events, tell, reject } = driven();
    const first = events.next();
    tell(1);
    await first;
    await events.return('given up');
    reject(new Error('broken'));
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it('yields to a slow consumer the latest report of each key, in the order of their first', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const events = withProgress<[string, number], null>(
      (report) => {
        for (const step of [1, 2, 3]) {
          report(['a', step]);
          report(['b', step]);
        }
        return promise.then(() => {
          report(['a', 4]);
          report(['b', 4]);
          return null;
        });
      },
      { keyOf: ([key]) => key },
    );
    expect(await events.next()).toMatchObject({ value: ['a', 3] });
    expect(await events.next()).toMatchObject({ value: ['b', 3] });
    resolve(null);
    await promise;
    expect(await events.next()).toMatchObject({ value: ['a', 4] });
    expect(await events.next()).toMatchObject({ value: ['b', 4] });
    expect(await events.next()).toMatchObject({ done: true });
  });

  it('yields the reports before it rejects', async () => {
    const events = withProgress<number, null>((report) => {
      report(1);
      return Promise.reject(new Error('broken'));
    });
    expect(await events.next()).toMatchObject({ value: 1 });
    await expect(events.next()).rejects.toThrow('broken');
  });

  it('aborts the work when the consumer leaves, and with the signal', async () => {
    const signals: AbortSignal[] = [];
    const start = (signal?: AbortSignal) =>
      withProgress<number, null>(
        (report, stop) => {
          signals.push(stop);
          report(1);
          return new Promise(() => undefined);
        },
        { signal },
      );
    const events = start();
    await events.next();
    expect(signals[0]?.aborted).toBe(false);
    await events.return(null);
    expect(signals[0]?.aborted).toBe(true);
    const cancelling = new AbortController();
    await start(cancelling.signal).next();
    cancelling.abort();
    expect(signals[1]?.aborted).toBe(true);
  });
});
