import assert from 'node:assert/strict';
import type { Variant } from '../webhooks/body-types.ts';
import { type Installation, send } from './installation.ts';
import type { Rule } from './rule.ts';

/** The JSON members of a webhook, or of a request body. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Header {
  readonly id: number;
  readonly key: unknown;
  readonly value: unknown;
}

/** A webhook as the installation under test returns it. */
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

async function read(installation: Installation, id: number): Promise<Webhook> {
  const { status, text } = await send(installation, 'GET', `/webhook/${id}`);
  assert.equal(status, 200);
  return webhookOf(JSON.parse(text));
}

export function webhookOf(value: unknown): Webhook {
  const fields = fieldsOf(value);
  // §2.1: all fields are marked not required.
  const headers = fields.http_headers ?? [];
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

/** Part of the name and URL of each webhook that the rules create. */
export const marker = 'conformance.example';

/** Returns whether the rules created the webhook. A rule may change its name or URL, not both. */
export const isOurs = ({ fields }: Webhook): boolean =>
  [fields.name, fields.url].some((text) => typeof text === 'string' && text.includes(marker));

export const sample = (variant: Variant): Fields => ({
  name: `${marker} – Prüfung 検査`,
  url: `https://${marker}/hook?fake=1`,
  enabled: false,
  method: 'PUT',
  http_headers: [
    { http_header_key: 'Content-Type', http_header_value: 'application/json' },
    { http_header_key: 'X-Key', http_header_value: 'fake "quoted" ünïcode' },
  ],
  payload_template: "{'alert': '%AlertID%',\n\t'name': \"%AlertName%\", 'bell': '🔔'}",
  low_alert: true,
  med_alert: false,
  high_alert: true,
  cleared_alert: false,
  ...(variant === 'B' && { payload_type: 'JOB' }),
});

/** Creates a webhook and returns it from the list, found by its new id. */
export async function create(installation: Installation, body: unknown): Promise<Webhook> {
  const before = new Set((await list(installation)).map(({ id }) => id));
  const { status, text } = await send(installation, 'POST', '/webhook/', { body });
  assert.equal(status, 200, text);
  const added = (await list(installation)).filter(
    (webhook) => !before.has(webhook.id) && isOurs(webhook),
  );
  assert.equal(added.length, 1, 'a create adds one webhook');
  const [webhook] = added;
  assert(webhook !== undefined);
  return webhook;
}

export async function remove(installation: Installation, id: number): Promise<void> {
  await send(installation, 'DELETE', `/webhook/${id}`);
}

/** Creates the sample webhook, runs `check`, and deletes the webhook even after an error. */
export async function withSample(
  installation: Installation,
  check: (webhook: Webhook) => void | Promise<void>,
): Promise<void> {
  const webhook = await create(installation, sample(installation.variant));
  try {
    await check(webhook);
  } finally {
    await remove(installation, webhook.id);
  }
}

export const sampleRule = (
  title: string,
  source: Rule['source'],
  check: (installation: Installation, webhook: Webhook) => void | Promise<void>,
  scope: Pick<Rule, 'variants' | 'needsToken'> = {},
): Rule => ({
  title,
  source,
  ...scope,
  check: (installation) => withSample(installation, (webhook) => check(installation, webhook)),
});

/** Builds an update body. In variant A it contains the id, as in the document. */
export const update = (installation: Installation, webhook: Webhook, fields: Fields): Fields => ({
  ...(installation.variant === 'A' && { id: webhook.id }),
  ...fields,
});

/**
 * Builds an update body with all fields of the webhook, because the document does not say which
 * fields an update needs. `others` overrides fields, `changes` the header change set.
 */
export function wholeUpdate(
  installation: Installation,
  { id, fields }: Webhook,
  others: Fields = {},
  changes: Fields = {},
): Fields {
  const elsewhere = ['id', 'http_headers', 'payload_type'];
  return {
    ...(installation.variant === 'A' && { id }),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !elsewhere.includes(name))),
    ...others,
    http_headers: {
      added: [],
      changed: [],
      deleted: [],
      ...(installation.variant === 'B' && { payload_type: fields.payload_type }),
      ...changes,
    },
  };
}

/** Sends an update, then reads and returns the webhook. */
export async function updated(
  installation: Installation,
  { id }: Webhook,
  body: Fields,
): Promise<Webhook> {
  const { status, text } = await send(installation, 'PUT', `/webhook/${id}`, { body });
  assert.equal(status, 200, text);
  return read(installation, id);
}

export async function applied(
  installation: Installation,
  webhook: Webhook,
  fields: Fields,
): Promise<Webhook> {
  return updated(installation, webhook, update(installation, webhook, fields));
}
