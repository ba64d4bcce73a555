import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterReading,
  afterSkipping,
  isDue,
  isStatusToTell,
  unreadInstallation,
  type WatchedInstallation,
} from './watch-backoff.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const failure: Parameters<typeof afterFailure>[1] = {
  problem: { code: 'unreachable' },
  storedAt: null,
  begun: null,
  now: 0,
  minutes: 5,
};

/** Rounds in which an installation that fails each time is read, of the first `count`. */
function roundsRead(minutes: number, count: number): number[] {
  let installation = unreadInstallation;
  return Array.from({ length: count }, (_, round) => round).filter((round) => {
    if (!isDue(installation)) {
      installation = afterSkipping(installation);
      return false;
    }
    const now = round * minutes * minute;
    installation = afterFailure(installation, { ...failure, now, minutes });
    return true;
  });
}

describe('an installation that cannot be read', () => {
  it('is read less and less often, and at least once an hour', () => {
    expect(roundsRead(5, 60)).toEqual([0, 2, 6, 14, 26, 38, 50]);
    expect(roundsRead(60, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(roundsRead(600, 3)).toEqual([0, 1, 2]);
  });

  it('is read in each round once it answers', () => {
    expect(isDue(afterFailure(unreadInstallation, failure))).toBe(false);
    expect(isDue(afterReading(1))).toBe(true);
  });

  it('is stale after 24 hours without a reading, and not before', () => {
    const fail = (installation: WatchedInstallation, times: Partial<typeof failure>) =>
      afterFailure(installation, { ...failure, ...times }).status;
    expect(fail(afterReading(day), { now: 2 * day - 1 })).toBe('failed');
    expect(fail(afterReading(day), { now: 2 * day })).toBe('stale');
    expect(fail(afterReading(9 * day), { now: 9 * day, storedAt: 7 * day })).toBe('failed');
    expect(fail(unreadInstallation, { now: 9 * day })).toBe('failed');
    expect(fail(unreadInstallation, { now: 9 * day, storedAt: 8 * day })).toBe('stale');
    // A watch that stores no times knows nothing of the time before it.
    expect(fail(unreadInstallation, { now: 9 * day, storedAt: day, begun: 9 * day })).toBe(
      'failed',
    );
    expect(fail(unreadInstallation, { now: 9 * day, begun: 8 * day })).toBe('stale');
  });

  it.each(['unauthorized', 'forbidden'] as const)('is stopped by %s', (code) => {
    const stopped = afterFailure(afterReading(0), { ...failure, problem: { code } });
    expect(stopped.status).toBe('stopped');
    expect(isDue(afterSkipping(stopped))).toBe(false);
  });
});

it('never leaves an installation out for more than about an hour, or reads a stopped one', () => {
  const outcome = fc.constantFrom('read', 'unreachable', 'timed-out', 'server-failed', 'forbidden');
  const law = fc.property(
    fc.integer({ min: 1, max: 600 }),
    fc.array(outcome, { maxLength: 80 }),
    (minutes, outcomes) => {
      let installation = unreadInstallation;
      let left = 0;
      let isStopped = false;
      for (const [round, each] of outcomes.entries()) {
        const now = round * minutes * minute;
        if (!isDue(installation)) {
          left += 1;
          if (!isStopped) expect(left * minutes).toBeLessThanOrEqual(60);
          installation = afterSkipping(installation);
          continue;
        }
        expect(isStopped).toBe(false);
        left = 0;
        installation =
          each === 'read'
            ? afterReading(now)
            : afterFailure(installation, { ...failure, problem: { code: each }, now, minutes });
        isStopped = each === 'forbidden';
      }
    },
  );
  fc.assert(law, { numRuns: 500, seed: 38 });
});

it('tells each change of the status once, and nothing of a first reading', () => {
  expect(isStatusToTell(null, 'read')).toBe(false);
  expect(isStatusToTell(null, 'failed')).toBe(true);
  expect(isStatusToTell('failed', 'failed')).toBe(false);
  expect(isStatusToTell('failed', 'stale')).toBe(true);
  expect(isStatusToTell('stale', 'read')).toBe(true);
});
