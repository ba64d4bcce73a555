import type { Clock } from '../clock.ts';
import { unavailable } from '../http/problem.ts';
import type { DeliveryLog } from '../deliveries/delivery-log.ts';
import type { DeliveryQueue } from '../deliveries/delivery-queue.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import { type EventKind, reasonNotDelivered } from './recipients.ts';
import { sampleValues } from './sample-values.ts';
import type { Raised } from './shapes.ts';

type Values = Readonly<Record<string, string>>;
type RuleSetName = Raised['event']['rules'];

interface SimulationParts {
  readonly store: WebhookStore;
  readonly queue: DeliveryQueue;
  readonly log: DeliveryLog;
  readonly clock: Clock;
}

/** Raises events, and hands every webhook that they are for to the queue. */
export class Simulation {
  readonly #parts: SimulationParts;
  #lastEventId = 0;

  constructor(parts: SimulationParts) {
    this.#parts = parts;
  }

  /**
   * @param values of tokens; of an alert they stand in the place of the samples of its state
   * @throws Refusal with status 503 if too many deliveries are waiting; then nothing is delivered.
   */
  raise(kind: EventKind, values: Values, rules: RuleSetName): Raised {
    const { store, queue, log, clock } = this.#parts;
    const found = [...store.each()].map((held) => ({
      ...held,
      reason: reasonNotDelivered(held.webhook, kind),
    }));
    const recipients = found.filter(({ reason }) => reason === null);
    if (!queue.hasRoomFor(recipients.length)) {
      throw unavailable('Too many deliveries are waiting. Nothing was raised; try again later.');
    }
    const now = clock.now();
    this.#lastEventId += 1;
    const event: Raised['event'] = {
      id: this.#lastEventId,
      kind: kind.kind,
      state: kind.state,
      raisedAt: new Date(now).toISOString(),
      rules,
    };
    const known = kind.kind === 'alert' ? { ...sampleValues[kind.state], ...values } : values;
    const deliveries = recipients.map(({ id: webhookId, webhook }) => {
      const order = { event, webhookId, webhook, values: known };
      const entry = log.add(order, now);
      queue.add(order, entry);
      return { id: entry.id, webhookId };
    });
    return {
      event,
      deliveries,
      passedOver: found.flatMap(({ id: webhookId, reason }) =>
        reason === null ? [] : [{ webhookId, reason }],
      ),
    };
  }
}
