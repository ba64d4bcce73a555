import type { Clock } from '../clock.ts';
import { finished, outboundOf, type DeliveryRecord, type PendingDelivery } from './delivery.ts';
import type { Outcome, Sender } from './sender.ts';

export interface AttemptParts {
  readonly sender: Sender;
  readonly clock: Clock;
  /** Returns a number from 0 to 1 for the jitter. */
  readonly random: () => number;
  /** Pause before the first retry, in milliseconds. Each further retry doubles it. */
  readonly firstPause: number;
  /** Called with the error if the result of an attempt cannot be stored. */
  readonly onFailure: (error: unknown) => void;
}

/** Retries after the first attempt. Source: public documentation; configurable there. */
const retries = 3;

/** Makes the attempts of deliveries and decides about retries, alike for both engines. */
export class Attempts {
  readonly clock: Clock;
  readonly onFailure: AttemptParts['onFailure'];
  readonly #parts: AttemptParts;

  constructor(parts: AttemptParts) {
    this.clock = parts.clock;
    this.onFailure = parts.onFailure;
    this.#parts = parts;
  }

  /** Makes one attempt. Returns the record after it, or `null` if `signal` aborted it. */
  async make(
    record: DeliveryRecord,
    pending: PendingDelivery,
    signal: AbortSignal,
  ): Promise<DeliveryRecord | null> {
    const { sender, clock } = this.#parts;
    const outbound = outboundOf(pending, record.event);
    const startedAt = clock.now();
    const begin = performance.now();
    const outcome = await sender.send(outbound, signal);
    if (signal.aborted && outcome.kind === 'none') return null;
    const times = { startedAt, milliseconds: performance.now() - begin };
    const recordAfter = finished(record, outcome, outbound, times);
    const attempts = recordAfter.attempts.length;
    if (!isWorthRetrying(outcome) || attempts > retries) return recordAfter;
    return {
      ...recordAfter,
      state: 'waiting-to-retry',
      nextAttemptAt: new Date(clock.now() + this.#pause(attempts)).toISOString(),
    };
  }

  /** Half of the pause is random, so that simultaneous failures retry at different times. */
  #pause(attempts: number): number {
    const { firstPause, random } = this.#parts;
    return firstPause * 2 ** (attempts - 1) * (0.5 + random() / 2);
  }

  close(): Promise<void> {
    return this.#parts.sender.close();
  }
}

/** Whether a retry may help: timeout, failed connection, or status 408, 429 or 5xx. */
function isWorthRetrying(outcome: Outcome): boolean {
  if (outcome.kind === 'none') return outcome.code === 'timed-out' || outcome.code === 'failed';
  return outcome.status === 408 || outcome.status === 429 || outcome.status >= 500;
}
