import type { Clock } from '../clock.ts';
import { type DeliveryEntry, type DeliveryOrder, outboundOf } from './delivery.ts';
import { worthRetrying } from './outbound.ts';
import type { Sender } from './sender.ts';

/** Limit of concurrent attempts. */
const mostAtOnce = 16;
/** Limit of unfinished deliveries. */
const mostWaiting = 20_000;

export interface QueueParts {
  readonly sender: Sender;
  readonly clock: Clock;
  /** Returns a number from 0 to 1 for the jitter. */
  readonly random: () => number;
  /** Pause before the first retry, in milliseconds. Each further retry doubles it. */
  readonly firstPause: number;
}

/** Retries after the first attempt. Source: public documentation; configurable there. */
const retries = 3;

interface Job {
  readonly order: DeliveryOrder;
  readonly entry: DeliveryEntry;
  attempts: number;
}

export class DeliveryQueue {
  readonly #parts: QueueParts;
  readonly #ready: Job[] = [];
  readonly #timers = new Map<NodeJS.Timeout, Job>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  hasRoomFor(count: number): boolean {
    const waiting = this.#ready.length + this.#timers.size + this.#underWay.size;
    return waiting + count <= mostWaiting;
  }

  add(order: DeliveryOrder, entry: DeliveryEntry): void {
    this.#ready.push({ order, entry, attempts: 0 });
    this.#next();
  }

  /** Aborts the attempts in flight and starts no more. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#ready.length = 0;
    for (const timer of this.#timers.keys()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#underWay);
    await this.#parts.sender.close();
  }

  #next(): void {
    while (this.#underWay.size < mostAtOnce && !this.#ending.signal.aborted) {
      const job = this.#ready.shift();
      if (job === undefined) return;
      const attempt = this.#attempt(job).finally(() => {
        this.#underWay.delete(attempt);
        this.#next();
      });
      this.#underWay.add(attempt);
    }
  }

  async #attempt(job: Job): Promise<void> {
    const { sender, clock } = this.#parts;
    const outbound = outboundOf(job.order);
    job.attempts += 1;
    job.entry.begin(outbound);
    const startedAt = clock.now();
    const begun = performance.now();
    const outcome = await sender.send(outbound, this.#ending.signal);
    job.entry.finish(outcome, outbound, { startedAt, milliseconds: performance.now() - begun });
    if (worthRetrying(outcome) && job.attempts <= retries) this.#later(job);
  }

  #later(job: Job): void {
    if (this.#ending.signal.aborted) return;
    const { firstPause, random, clock } = this.#parts;
    // Half of the pause is random, so that simultaneous failures retry at different times.
    const pause = firstPause * 2 ** (job.attempts - 1) * (0.5 + random() / 2);
    job.entry.waitToRetry(clock.now() + pause);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#ready.push(job);
      this.#next();
    }, pause);
    this.#timers.set(timer, job);
  }
}
