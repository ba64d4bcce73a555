import type { Readable } from 'node:stream';
import type { CreateBody, UpdateBody, Violation } from '../webhooks/body-types.ts';
import type { StoredWebhook } from '../webhooks/stored-webhook.ts';

/** A webhook with its id. */
export interface IdentifiedWebhook {
  readonly id: number;
  readonly webhook: StoredWebhook;
}

/**
 * The webhooks of one service. Every method is one transaction; a write is durable when its method
 * resolves. `list` and `read` return JSON that is ready to send.
 */
export interface WebhookStore {
  /** The JSON array of all webhooks by ascending id, in UTF-8: one consistent state. */
  list(): Promise<Uint8Array | Readable>;
  /** One webhook as JSON, or `null` for an unknown id. */
  read(id: number): Promise<string | null>;
  create(body: CreateBody): Promise<void>;
  /** Creates all webhooks or none; creates none if the store has webhooks. */
  fill(bodies: Iterable<CreateBody>): Promise<void>;
  /** Returns why the update is refused, `[]` if it is applied, or `null` for an unknown id. */
  update(id: number, update: UpdateBody): Promise<Violation[] | null>;
  /** Returns whether the webhook existed. */
  remove(id: number): Promise<boolean>;
  /** Every webhook by ascending id, in one consistent state. */
  all(): Promise<IdentifiedWebhook[]>;
}
