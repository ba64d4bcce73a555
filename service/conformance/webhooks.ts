import assert from 'node:assert/strict';
import type { Variant } from '../webhooks/bodies.ts';
import { type Installation, send } from './installation.ts';

/** An object of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Header {
  readonly id: number;
  readonly key: unknown;
  readonly value: unknown;
}

/** A webhook as read back, with what the rules look at. */
export interface Webhook {
  readonly id: number;
  readonly fields: Fields;
  readonly headers: readonly Header[];
}

export async function list(installation: Installation): Promise<Webhook[]> {
  const { status, text } = await send(installation, 'GET', '/webhook/');
  assert.equal(status, 200);
  const webhooks: unknown = JSON.parse(text);
  assert(Array.isArray(webhooks), 'a list is an array');
  return webhooks.map(webhookOf);
}

export async function read(installation: Installation, id: number): Promise<Webhook> {
  const { status, text } = await send(installation, 'GET', `/webhook/${id}`);
  assert.equal(status, 200);
  return webhookOf(JSON.parse(text));
}

export function webhookOf(value: unknown): Webhook {
  const fields = fieldsOf(value);
  const headers = fields.http_headers;
  assert(Array.isArray(headers), 'http_headers is an array');
  return {
    id: integer(fields.id),
    fields,
    headers: headers.map(fieldsOf).map((header) => ({
      id: integer(header.http_header_id),
      key: header.http_header_key,
      value: header.http_header_value,
    })),
  };
}

export function fieldsOf(value: unknown): Fields {
  assert(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object');
  return Object.fromEntries(Object.entries(value));
}

function integer(value: unknown): number {
  assert(typeof value === 'number' && Number.isInteger(value), 'an identifier is an integer');
  return value;
}

/** A complete create body with two headers. */
export const sample = (variant: Variant): Fields => ({
  name: 'Conformance – Prüfung 検査',
  url: 'https://conformance.example/hook?fake=1',
  enabled: false,
  method: 'PUT',
  http_headers: [
    { http_header_key: 'Content-Type', http_header_value: 'application/json' },
    { http_header_key: 'X-Key', http_header_value: 'fake "quoted" ünïcode' },
  ],
  payload_template: "{'alert': '%AlertID%',\n\t'name': \"%AlertName%\", 'nothing': '\u0000'}",
  low_alert: true,
  med_alert: false,
  high_alert: true,
  cleared_alert: false,
  ...(variant === 'B' && { payload_type: 'JOB' }),
});

/** Creates a webhook and returns it as listed: the one whose id was not there before. */
export async function create(installation: Installation, body: unknown): Promise<Webhook> {
  const before = new Set((await list(installation)).map(({ id }) => id));
  const { status, text } = await send(installation, 'POST', '/webhook/', { body });
  assert.equal(status, 200, text);
  const added = (await list(installation)).filter(({ id }) => !before.has(id));
  assert.equal(added.length, 1, 'a create adds one webhook');
  const [webhook] = added;
  assert(webhook !== undefined);
  return webhook;
}

export async function remove(installation: Installation, id: number): Promise<void> {
  await send(installation, 'DELETE', `/webhook/${id}`);
}

/** Creates the sample, lets `check` look at it, and takes it away again, whatever happens. */
export async function withSample(
  installation: Installation,
  check: (webhook: Webhook) => Promise<void>,
): Promise<void> {
  const webhook = await create(installation, sample(installation.variant));
  try {
    await check(webhook);
  } finally {
    await remove(installation, webhook.id);
  }
}

/** An update body; in variant A with the id that the document has there. */
export const update = (installation: Installation, webhook: Webhook, fields: Fields): Fields => ({
  ...(installation.variant === 'A' && { id: webhook.id }),
  ...fields,
});

export async function applied(
  installation: Installation,
  webhook: Webhook,
  fields: Fields,
): Promise<Webhook> {
  const body = update(installation, webhook, fields);
  const { status, text } = await send(installation, 'PUT', `/webhook/${webhook.id}`, { body });
  assert.equal(status, 200, text);
  return read(installation, webhook.id);
}
