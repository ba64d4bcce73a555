import type { Deliveries } from '../deliveries/deliveries.ts';
import type { Attempts } from '../deliveries/attempts.ts';
import type { SharedSignIns } from '../sign-in/sign-in.ts';
import type { WebhookStore } from './webhook-store.ts';

/** The place of the data cannot be used and is unchanged. The message is for the person who named it. */
export class StorageRefused extends Error {
  override readonly name: string = 'StorageRefused';
}

/** What moves from one place to another. The log of deliveries stays. */
export interface Contents {
  /** In the order of their ids; `definition` is JSON without the id. */
  readonly webhooks: readonly { readonly id: number; readonly definition: string }[];
  /** The last ids that were assigned; 0 for none. */
  readonly last: Readonly<Record<'webhook' | 'header' | 'delivery' | 'event', number>>;
  /** How many deliveries are neither delivered nor failed. */
  readonly unfinished: number;
}

export const notEmptyPlace = () =>
  new StorageRefused('Nothing was copied: webhooks are or were at --to. Name an empty place.');

/** What a service stores, in one of two engines: an SQLite file, or a PostgreSQL database. */
export interface Storage {
  readonly webhooks: WebhookStore;
  /** What instances share about sign-ins; `null` if this process is the only one. */
  readonly signIns: SharedSignIns | null;
  /** Starts to make the attempts of the stored deliveries. */
  openDeliveries(attempts: Attempts): Promise<Deliveries>;
  /** @throws Refusal 503 if a request would get one. */
  check(): Promise<void>;
  /** All webhooks and counters, in one consistent state. */
  contents(): Promise<Contents>;
  /** @throws StorageRefused if ids were assigned here before; then nothing has changed. */
  restore(contents: Contents): Promise<void>;
  /** Closes the deliveries too. */
  readonly close: () => Promise<void>;
}
