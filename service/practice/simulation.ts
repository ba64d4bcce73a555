import type { TokenValues } from '#domain/template/render.ts';
import { sampleValues as samplesOf } from '#domain/template/samples.ts';
import type { Clock } from '../clock.ts';
import type { DeliveryLog } from '../deliveries/delivery-log.ts';
import type { DeliveryQueue } from '../deliveries/delivery-queue.ts';
import { unavailable } from '../http/problem.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { StoredWebhook } from '../webhooks/stored.ts';
import type { AlertState, Raised, Reason } from './shapes.ts';

type Values = Readonly<Record<string, string>>;
type RuleSetName = Raised['event']['rules'];

interface SimulationParts {
  readonly store: WebhookStore;
  readonly queue: DeliveryQueue;
  readonly log: DeliveryLog;
  readonly clock: Clock;
}

/** Raises events and queues a delivery for each matching webhook. */
export class Simulation {
  readonly #parts: SimulationParts;
  #lastEventId = 0;

  constructor(parts: SimulationParts) {
    this.#parts = parts;
  }

  /**
   * @param values by placeholder; for an alert they replace the sample values of its state
   * @throws Refusal 503 if too many deliveries are waiting; then nothing is delivered.
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

export type EventKind =
  | { readonly kind: 'alert'; readonly state: AlertState }
  | { readonly kind: 'job'; readonly state: null };

const switches = {
  LOW: 'low_alert',
  MEDIUM: 'med_alert',
  HIGH: 'high_alert',
  CLEARED: 'cleared_alert',
} as const;

/**
 * Returns why an event is not delivered to a webhook; `null` if it is delivered.
 * Source: interface document §3, §6. Assumption: job events ignore the switches.
 */
export function reasonNotDelivered(webhook: StoredWebhook, event: EventKind): Reason | null {
  if (!webhook.enabled) return 'disabled';
  const type = webhook.payload_type ?? 'ALERT';
  if (type !== (event.kind === 'alert' ? 'ALERT' : 'JOB')) return 'other-type';
  return event.kind === 'alert' && !webhook[switches[event.state]] ? 'switched-off' : null;
}

const inState = (state: AlertState): TokenValues => samplesOf(state, [], {});

/** Sample values of all alert placeholders by alert state, from the catalogue. */
export const sampleValues: Readonly<Record<AlertState, TokenValues>> = {
  LOW: inState('LOW'),
  MEDIUM: inState('MEDIUM'),
  HIGH: inState('HIGH'),
  CLEARED: inState('CLEARED'),
};
