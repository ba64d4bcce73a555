import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedLimits } from './limits.ts';
import { plainProblem } from '#domain/problem.ts';
import { TransientProblem, pauseBefore, retryAfterOf, retryRead } from './retry-reads.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the pause before the retry of a read', () => {
  it('is at least the configured or requested time, and less than half as long again', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.option(fc.nat(20_000)),
        fc.nat(20_000),
        chance,
        (usual, asked, spent, random) => {
          const pause = pauseBefore({ usual, asked, spent }, fixedLimits, random);
          const least = Math.max(usual, asked ?? 0);
          if (pause === null) {
            const tooLong = (asked ?? 0) > fixedLimits.retryAfter;
            expect(tooLong || spent + least + usual / 2 > fixedLimits.retryBudget).toBe(true);
          } else {
            expect(pause).toBeGreaterThanOrEqual(least);
            expect(pause).toBeLessThanOrEqual(least + usual / 2);
            expect(spent + pause).toBeLessThanOrEqual(fixedLimits.retryBudget);
          }
        },
      ),
    );
  });

  it('is random', () => {
    const pause = (random: number) =>
      pauseBefore({ usual: 100, asked: null, spent: 0 }, fixedLimits, random);
    expect([pause(0), pause(0.5)]).toEqual([100, 125]);
  });
});

it('ends on cancellation, with the problem of the last attempt', async () => {
  const cancelled = new AbortController();
  const problem = new TransientProblem(plainProblem('server-failed', 'It fails.', 'Wait.'));
  let attempts = 0;
  const work = retryRead({ ...fixedLimits, retryPauses: [9_000] }, cancelled.signal, () => {
    attempts += 1;
    setImmediate(() => {
      cancelled.abort();
    });
    return Promise.reject(problem);
  });
  await expect(work).rejects.toBe(problem);
  expect(attempts).toBe(1);
});

describe('Retry-After', () => {
  const now = new Date('2030-01-02T03:04:05Z');
  it.each([
    [null, null, null],
    ['7', null, 7_000],
    [' 0 ', null, 0],
    ['Wed, 02 Jan 2030 03:04:08 GMT', null, 3_000],
    ['Wed, 02 Jan 2030 03:04:08 GMT', 'Wed, 02 Jan 2030 03:04:07 GMT', 1_000],
    ['Wed, 02 Jan 2030 03:04:08 GMT', 'soon', 3_000],
    ['Tue, 01 Jan 2030 00:00:00 GMT', null, 0],
    ['-5', null, null],
    ['soon', null, null],
  ])('%s with Date %s', (value, date, milliseconds) => {
    expect(retryAfterOf(value, date, now)).toBe(milliseconds);
  });
});
