import { z } from 'zod';
import { renderTemplate } from '#domain/template/render-template.ts';
import {
  type Attempt,
  Delivery,
  DeliverySummary,
  type Raised,
} from '../practice/practice-bodies.ts';
import type { IdentifiedWebhook } from '../store/webhook-store.ts';
import { StoredWebhook } from '../webhooks/stored-webhook.ts';
import { mask, maskHeaders, maskRepeated, maskUrl } from './mask-credentials.ts';
import type { Outbound, Outcome } from './sender.ts';

/** Limit of the payload that the log stores, in bytes. */
const maxLoggedLength = 64 * 1024;

/** Header with the key that all attempts of a delivery share, so that a receiver finds repeats. */
const keyHeader = 'Idempotency-Key';

/** A delivery as the log stores it, without its id. Header and URL secrets are masked. */
export const DeliveryRecord = Delivery.omit({ id: true });
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** What the attempts of an unfinished delivery need, with secrets; removed when it is finished. */
export const PendingDelivery = z.object({
  webhook: StoredWebhook,
  values: z.record(z.string(), z.string()),
});
export type PendingDelivery = z.infer<typeof PendingDelivery>;

const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

/** The columns with JSON, alike in both engines. */
export const columns = { record: jsonOf(DeliveryRecord), pending: jsonOf(PendingDelivery) };

/** Returns the record of a delivery before its first attempt, and what the attempts need. */
export function newDelivery(
  event: Raised['event'],
  values: PendingDelivery['values'],
  { id: webhookId, webhook }: IdentifiedWebhook,
  key: string,
): { record: DeliveryRecord; pending: PendingDelivery } {
  const webhookWithKey = { ...webhook, http_headers: withKey(webhook.http_headers, key) };
  return {
    record: {
      eventId: event.id,
      webhookId,
      webhookName: webhook.name,
      state: 'waiting',
      method: webhook.method,
      url: maskUrl(webhook.url),
      attempts: [],
      status: null,
      createdAt: event.raisedAt,
      nextAttemptAt: null,
      event,
      request: {
        method: webhook.method,
        url: maskUrl(webhook.url),
        headers: maskHeaders(webhookWithKey.http_headers),
        body: { text: '', bytes: 0, truncated: false },
      },
    },
    pending: { webhook: webhookWithKey, values },
  };
}

/** Adds the key, unless the webhook has a header of this name. */
const withKey = (headers: StoredWebhook['http_headers'], key: string): typeof headers =>
  headers.some(({ http_header_key: name }) => name.toLowerCase() === keyHeader.toLowerCase())
    ? headers
    : [...headers, { http_header_id: 0, http_header_key: keyHeader, http_header_value: key }];

/** Builds the request. It renders the payload, but not the URL and the headers. */
export const outboundOf = (
  { webhook, values }: PendingDelivery,
  { rules }: Raised['event'],
): Outbound => ({
  method: webhook.method,
  url: webhook.url,
  headers: webhook.http_headers,
  body: Buffer.from(renderTemplate(webhook.payload_template, values, rules)),
});

/** The host and port of a target, for the limit of concurrent attempts; empty without one. */
export const targetHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

export const isFinished = ({ state }: Pick<DeliverySummary, 'state'>): boolean =>
  state === 'delivered' || state === 'failed';

/** The record during an attempt. */
export const sending = (record: DeliveryRecord): DeliveryRecord => ({
  ...record,
  state: 'sending',
  nextAttemptAt: null,
});

/**
 * The record after an attempt, delivered or failed.
 * @param times start (since 1970) and duration of the attempt, in milliseconds
 */
export function finished(
  record: DeliveryRecord,
  outcome: Outcome,
  outbound: Outbound,
  times: { startedAt: number; milliseconds: number },
): DeliveryRecord {
  const attempt = {
    number: record.attempts.length + 1,
    startedAt: new Date(times.startedAt).toISOString(),
    milliseconds: Math.round(times.milliseconds),
    ...answerOrError(outcome, outbound),
  };
  return {
    ...record,
    state: isDelivered(outcome) ? 'delivered' : 'failed',
    attempts: [...record.attempts, attempt],
    status: attempt.answer?.status ?? null,
    nextAttemptAt: null,
    request: { ...record.request, body: loggedBody(outbound.body, maxLoggedLength) },
  };
}

const isDelivered = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;

export const summaryOf = (id: number, record: DeliveryRecord): DeliverySummary =>
  DeliverySummary.strip().parse({ ...record, id, attempts: record.attempts.length });

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

const loggedBody = (body: Uint8Array, maxLength: number): Delivery['request']['body'] => ({
  text: new TextDecoder().decode(body.subarray(0, maxLength)),
  bytes: body.length,
  truncated: body.length > maxLength,
});
