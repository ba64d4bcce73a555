import { renderTemplate } from '#domain/template/render.ts';
import type { Attempt, Delivery, DeliverySummary, Raised } from '../practice/shapes.ts';
import type { StoredWebhook } from '../webhooks/stored.ts';
import { mask, maskHeaders, maskRepeated, maskUrl } from './masking.ts';
import { isDelivered, type Outbound, type Outcome } from './outbound.ts';

/** Limit of the payload that the log stores, in bytes. */
const longestLogged = 64 * 1024;

export interface DeliveryOrder {
  readonly event: Raised['event'];
  readonly webhookId: number;
  readonly webhook: StoredWebhook;
  readonly values: Readonly<Record<string, string>>;
}

/** Builds the request of an order. It renders the payload, but not the URL and the headers. */
export const outboundOf = ({ webhook, values, event }: DeliveryOrder): Outbound => ({
  method: webhook.method,
  url: webhook.url,
  headers: webhook.http_headers,
  body: Buffer.from(renderTemplate(webhook.payload_template, values, event.rules)),
});

/** A log entry of one delivery and its attempts. Header and URL secrets are masked. */
export class DeliveryEntry {
  readonly id: number;
  readonly #order: Pick<DeliveryOrder, 'event' | 'webhookId'>;
  readonly #name: string;
  readonly #createdAt: Date;
  #request: Delivery['request'];
  #state: DeliverySummary['state'] = 'waiting';
  #attempts: Attempt[] = [];
  #nextAttemptAt: Date | null = null;

  constructor(id: number, { event, webhookId, webhook }: DeliveryOrder, now: number) {
    this.id = id;
    this.#order = { event, webhookId };
    this.#name = webhook.name;
    this.#createdAt = new Date(now);
    this.#request = {
      method: webhook.method,
      url: maskUrl(webhook.url),
      headers: maskHeaders(webhook.http_headers),
      body: { text: '', bytes: 0, truncated: false },
    };
  }

  begin(outbound: Outbound): void {
    this.#state = 'sending';
    this.#nextAttemptAt = null;
    this.#request = { ...this.#request, body: loggedBody(outbound.body, longestLogged) };
  }

  /** @param times start (since 1970) and duration of the attempt, in milliseconds */
  finish(
    outcome: Outcome,
    outbound: Outbound,
    times: { startedAt: number; milliseconds: number },
  ): void {
    this.#attempts.push({
      number: this.#attempts.length + 1,
      startedAt: new Date(times.startedAt).toISOString(),
      milliseconds: Math.round(times.milliseconds),
      ...answerOrError(outcome, outbound),
    });
    this.#state = isDelivered(outcome) ? 'delivered' : 'failed';
  }

  /** @param at time of the next attempt, in milliseconds since 1970 */
  waitToRetry(at: number): void {
    this.#state = 'waiting-to-retry';
    this.#nextAttemptAt = new Date(at);
  }

  summary(): DeliverySummary {
    return {
      id: this.id,
      eventId: this.#order.event.id,
      webhookId: this.#order.webhookId,
      webhookName: this.#name,
      state: this.#state,
      method: this.#request.method,
      url: this.#request.url,
      attempts: this.#attempts.length,
      status: this.#attempts.at(-1)?.answer?.status ?? null,
      createdAt: this.#createdAt.toISOString(),
      nextAttemptAt: this.#nextAttemptAt?.toISOString() ?? null,
    };
  }

  whole(): Delivery {
    return {
      ...this.summary(),
      event: this.#order.event,
      request: this.#request,
      attempts: this.#attempts,
    };
  }
}

function answerOrError(outcome: Outcome, outbound: Outbound): Pick<Attempt, 'answer' | 'error'> {
  if (outcome.kind === 'none') {
    const { code, message } = outcome;
    return { answer: null, error: { code, message: maskRepeated(message, outbound) } };
  }
  const body = loggedBody(outcome.body, outcome.body.length);
  return {
    answer: {
      status: outcome.status,
      headers: outcome.headers.map(({ name, value }) => ({
        name,
        value: name === 'set-cookie' ? mask : maskRepeated(value, outbound),
      })),
      body: {
        ...body,
        text: maskRepeated(body.text, outbound),
        truncated: outcome.truncated,
      },
    },
    error: null,
  };
}

const loggedBody = (body: Uint8Array, most: number): Delivery['request']['body'] => ({
  text: new TextDecoder().decode(body.subarray(0, most)),
  bytes: body.length,
  truncated: body.length > most,
});
