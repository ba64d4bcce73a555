import { describe, expect, it } from 'vitest';
import { withProgress } from './progress.ts';

/** Work that a test drives by hand. */
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
  it('yields each report that is waited for, and returns the result', async () => {
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

  it('keeps only the latest of the reports that came meanwhile', async () => {
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

  it('takes 0 and false for reports', async () => {
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

  it('leaves no rejection to nobody when it is given up', async () => {
    const { events, tell, reject } = driven();
    const first = events.next();
    tell(1);
    await first;
    await events.return('given up');
    reject(new Error('broken'));
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});
