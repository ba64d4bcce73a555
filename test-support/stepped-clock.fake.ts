import { systemClock } from '#adapters/clock/clock.ts';
import { FakeClock } from './clock.fake.ts';

const shortest = 1_000;

/** A clock that a test advances, for real adapters: sleeps of up to a second end at the machine's time. */
export class SteppedClock extends FakeClock {
  override sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return milliseconds <= shortest
      ? systemClock.sleep(milliseconds, signal)
      : super.sleep(milliseconds, signal);
  }

  override yieldToEventLoop(): Promise<void> {
    return systemClock.yieldToEventLoop();
  }
}
