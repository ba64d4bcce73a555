import { expect, it } from 'vitest';
import { stoppedClock } from '#test-support/clock.fake.ts';
import { TimeSlices } from '../time-slices.ts';
import { sortInSlices } from './row-ranks.ts';

it.each([false, true])(
  'sorts like a stable sort of all values, descending %s',
  async (descending) => {
    // Longer than two runs, with many equal values.
    const values = Array.from({ length: 5_000 }, (_, index) => `${(index * 7_919) % 97}`);
    const sign = descending ? -1 : 1;
    const expected = [...values.keys()].sort((a, b) => {
      const [left = '', right = ''] = [values[a], values[b]];
      return left === right ? a - b : sign * (left < right ? -1 : 1);
    });
    const slices = new TimeSlices(stoppedClock, () => undefined);
    expect([...(await sortInSlices(values, descending, slices))]).toEqual(expected);
  },
);

it('stops when the work is no longer needed', async () => {
  let elapsed = 0;
  const clock = { ...stoppedClock, elapsed: () => (elapsed += 100) };
  const slices = new TimeSlices(clock, () => {
    throw new Error('Cancelled.');
  });
  await expect(sortInSlices([2, 1], false, slices)).rejects.toThrow('Cancelled.');
});
