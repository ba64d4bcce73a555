import { afterEach, describe, expect, it } from 'vitest';
import { addressable } from '#domain/webhook/listed.ts';
import { sameContent } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import { definitionOf, emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../../service/start.ts';
import { problemOf } from './testing/problem-of.ts';
import { createHttpServices, type HttpServices } from './http-services.ts';

const authToken = 'practice-makes-perfect';
const open: (HttpServices | RunningService)[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(variant: VariantId, seed: number) {
  const service = await startService({ variant, authToken, seed });
  const http = createHttpServices({ environment: {} });
  const client = http.webhooks;
  open.push(service, http);
  const target = { baseUrl: service.url, apiRoot: service.root, variant, authToken };
  return { client, target };
}
const definition = (variant: VariantId): WebhookDefinition => ({
  ...emptyDefinition(variant),
  name: 'Pager – night “äöü” 🪝',
  url: 'https://events.example.com/?a=%2F&b="c"',
  payloadTemplate: "{'text': '%AlertName%'}\r\n\tü",
  severities: { low: true, medium: false, high: true, cleared: false },
  headers: [
    { id: null, name: 'Content-Type', value: 'application/json' },
    { id: null, name: 'X-Key', value: 'secret "quoted"' },
  ],
});

describe.each(['A', 'B'] as const)('the real service, variant %s', (variant) => {
  it('lists all its webhooks', async () => {
    const { client, target } = await start(variant, 40);
    const list = await client.list(target, {});
    expect(addressable(list.webhooks)).toHaveLength(40);
    for (const webhook of addressable(list.webhooks)) {
      expect(webhook).toMatchObject({ unreported: [], unknown: {} });
      expect(webhook.payloadType === null).toBe(!variants[variant].hasPayloadType);
      expect(await client.read(target, webhook.id, {})).toEqual(webhook);
    }
  });

  it('creates, updates with added, changed, deleted and unchanged headers, and deletes', async () => {
    const { client, target } = await start(variant, 0);
    const meant = definition(variant);
    await client.send(target, { action: 'create', definition: meant });
    const [created] = addressable((await client.list(target, {})).webhooks);
    if (created === undefined) throw new Error('Nothing was created.');
    expect(sameContent(created, meant)).toBe(true);

    const [kept, changed] = created.headers;
    const next: WebhookDefinition = {
      ...definitionOf(created),
      name: 'Pager – day',
      enabled: false,
      method: 'PUT',
      payloadType: variants[variant].hasPayloadType ? 'JOB' : null,
      headers: [
        { id: kept?.id ?? null, name: 'Content-Type', value: 'text/plain' },
        { id: null, name: 'X-Added', value: 'yes' },
      ],
    };
    const headers = headerChangeSet(created.headers, next.headers);
    expect(headers).toMatchObject({
      added: [{}],
      changed: [{ id: kept?.id }],
      deleted: [{ id: changed?.id }],
    });
    await client.send(target, { action: 'update', live: created, definition: next });
    const read = await client.read(target, created.id, {});
    expect(sameContent(read, next)).toBe(true);
    expect(read.headers[0]?.id).toBe(kept?.id);

    await client.send(target, { action: 'delete', id: created.id });
    expect((await problemOf(client.read(target, created.id, {}))).code).toBe('not-found');
    expect((await client.list(target, {})).webhooks).toEqual([]);
  });

  it('reports a wrong token, a wrong API root and an invalid body as different problems', async () => {
    const { client, target } = await start(variant, 1);
    const wrongToken = await problemOf(client.list({ ...target, authToken: 'wrong' }, {}));
    expect(wrongToken.code).toBe('unauthorized');
    const noToken = await problemOf(client.list({ ...target, authToken: null }, {}));
    expect(noToken.message).toContain('none is sent');
    const wrongRoot = await problemOf(client.list({ ...target, apiRoot: '/api/v99' }, {}));
    expect(wrongRoot.code).toBe('not-found');
    const header = { id: 999_999, name: 'X', value: 'y' };
    const [webhook] = (await client.list(target, {})).webhooks;
    const refused = await problemOf(
      client.send(target, {
        action: 'update',
        live: { id: webhook?.id ?? 0, headers: [{ ...header, value: 'z' }] },
        definition: { ...definition(variant), headers: [header] },
      }),
    );
    expect(refused.code).toBe('rejected');
    expect(refused.facts.some(({ label }) => label.startsWith('At /'))).toBe(true);
  });
});
