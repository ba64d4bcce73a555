import { systemClock } from '#adapters/clock/clock.ts';
import { defaultLimits, finishMilliseconds } from '#domain/installation/limits.ts';
import type { Clock } from '#core/ports.ts';

/** The machine's clock with an offset. Sleeps end at the machine's time. */
export class AdvancedClock implements Clock {
  #ahead = 0;

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#ahead);
  }

  elapsed(): number {
    return systemClock.elapsed() + this.#ahead;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(milliseconds, signal);
  }

  yieldToEventLoop(): Promise<void> {
    return systemClock.yieldToEventLoop();
  }

  /** Advances past the time in which an installation finishes every request. */
  passFinish(): void {
    this.#ahead += finishMilliseconds(defaultLimits);
  }
}
