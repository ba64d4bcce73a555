import type { Delivery, DeliverySummary } from '../practice/shapes.ts';
import { DeliveryEntry, type DeliveryOrder } from './delivery.ts';

/** The last deliveries, 500 by default. A new delivery over the limit drops the oldest. */
export class DeliveryLog {
  /** In the order of the ids, because a map has insertion order. */
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

  /** Lists the newest first. */
  list(limit: number): DeliverySummary[] {
    return [...this.#entries.values()]
      .slice(-limit)
      .reverse()
      .map((entry) => entry.summary());
  }

  read(id: number): Delivery | null {
    return this.#entries.get(id)?.whole() ?? null;
  }

  /** Deliveries in flight continue, without an entry in the log. */
  clear(): void {
    this.#entries.clear();
  }
}
