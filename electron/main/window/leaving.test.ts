import { expect, it } from 'vitest';
import { leaving } from './leaving.ts';

it('asks a person only where a window is kept from closing twice in a row', () => {
  let now = 100_000;
  const asks = leaving(() => now);
  const after = (milliseconds: number): boolean => {
    now += milliseconds;
    return asks();
  };
  // Kept from closing, and not again after three seconds: who stays is asked anew the next time.
  expect([after(0), after(3_000)]).toEqual([false, true]);
  expect([after(1_000), after(1_000)]).toEqual([false, true]);
  // It closed by itself or did not, and much later somebody closes it again.
  expect([after(60_000), after(6_000), after(10)]).toEqual([false, false, true]);
});
