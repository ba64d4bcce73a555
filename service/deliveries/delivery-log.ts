import type { Delivery, DeliverySummary } from '../practice/shapes.ts';
import { DeliveryEntry, type DeliveryOrder } from './delivery.ts';

/** The last deliveries; of more than these the oldest falls out. */
export class DeliveryLog {
  /** In the order of their ids, which is that of the map. */
  readonly #entries = new Map<number, DeliveryEntry>();
  readonly #most: number;
  #lastId = 0;

  constructor(most = 500) {
    this.#most = most;
  }

  add(order: DeliveryOrder, now: number): DeliveryEntry {
    this.#lastId += 1;
    const entry = new DeliveryEntry(this.#lastId, order, now);
    this.#entries.set(entry.id, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break;
      this.#entries.delete(oldest);
    }
    return entry;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The newest first. */
  list(limit: number): DeliverySummary[] {
    return [...this.#entries.values()]
      .slice(-limit)
      .reverse()
      .map((entry) => entry.summary());
  }

  read(id: number): Delivery | null {
    return this.#entries.get(id)?.whole() ?? null;
  }

  /** What is under way goes on, and is not in the log any more. */
  clear(): void {
    this.#entries.clear();
  }
}
