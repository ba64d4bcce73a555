import { unavailable } from '../http/refusals.ts';
import type { Delivery, DeliveryList, DeliveryState, Raised } from '../practice/practice-bodies.ts';
import type { IdentifiedWebhook } from '../store/webhook-store.ts';

/** Limit of unfinished deliveries. */
export const maxUnfinished = 20_000;
/** Limit of concurrent attempts of one process. */
export const maxAtOnce = 16;
/** Limit of concurrent attempts of one process to one target host. */
export const maxPerHost = 8;

/** How many finished deliveries stay; the oldest above it are dropped when an event is raised. */
export const maxFinished = { delivered: 500, failed: 2_000 } as const;

/** An event without the id, which the store assigns. */
export type NewEvent = Omit<Raised['event'], 'id'>;

/**
 * The deliveries of raised events, stored as durable jobs. Each is attempted at least once, also
 * after the process is killed, until it is delivered or failed.
 */
export interface Deliveries {
  /**
   * Stores an event and a delivery for each recipient, in one transaction.
   * @returns the ids of the event and of the deliveries, in the order of the recipients
   * @throws Refusal 503 if too many deliveries are unfinished; then nothing is stored.
   */
  add(
    event: NewEvent,
    values: Readonly<Record<string, string>>,
    recipients: readonly IdentifiedWebhook[],
  ): Promise<{ readonly eventId: number; readonly ids: readonly number[] }>;
  /** Lists the newest first. */
  list(limit: number, state: DeliveryState | null): Promise<DeliveryList>;
  read(id: number): Promise<Delivery | null>;
  /** Removes all deliveries from the log. The unfinished ones go on without an entry. */
  clear(): Promise<void>;
  /** Ends the attempts; those in flight are made again after the next start. */
  close(): Promise<void>;
}

export const tooManyWait = () =>
  unavailable('Too many deliveries are waiting. Nothing was raised; try again later.');
