import { afterEach, expect, it } from 'vitest';
import { addressable } from '#domain/webhook/listed.ts';
import type { PayloadTypePlace } from '#domain/installation/connection.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../../service/start.ts';
import { createHttpServices, type HttpServices } from './http-services.ts';
import { problemOf } from './testing/problem-of.ts';

const open: (HttpServices | RunningService)[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** An installation of variant B with an `ALERT` webhook, and an update that makes it `JOB`. */
async function start(payloadTypeAtTop: boolean) {
  const service = await startService({ variant: 'B', authToken: null, payloadTypeAtTop });
  const http = createHttpServices({ environment: {} });
  open.push(service, http);
  const target = {
    baseUrl: service.url,
    apiRoot: service.root,
    variant: 'B' as const,
    authToken: null,
  };
  const definition = { ...emptyDefinition('B'), name: 'Chat', url: 'https://chat.example.com/' };
  await http.webhooks.send(target, { action: 'create', definition });
  const [held] = addressable((await http.webhooks.list(target, {})).webhooks);
  if (held === undefined) throw new Error('Nothing was created.');
  const update = {
    action: 'update' as const,
    live: held,
    definition: { ...held, name: 'Jobs', payloadType: 'JOB' as const },
  };
  return { http, target, update };
}

it.each<[boolean, PayloadTypePlace, 'ALERT' | 'JOB']>([
  [false, 'http-headers', 'JOB'],
  [true, 'http-headers', 'ALERT'],
  [true, 'top-level', 'JOB'],
])(
  'with the top level expected: %s, and sent in %s, the stored payload type is %s',
  async (atTop, payloadTypePlace, payloadType) => {
    const { http, target, update } = await start(atTop);
    await http.webhooks.send({ ...target, payloadTypePlace }, update);
    const held = await http.webhooks.read(target, update.live.id, {});
    expect(held).toMatchObject({ name: 'Jobs', payloadType });
  },
);

it('the top level is rejected by a service that follows the interface document', async () => {
  const { http, target, update } = await start(false);
  const refused = await problemOf(
    http.webhooks.send({ ...target, payloadTypePlace: 'top-level' }, update),
  );
  expect(refused.code).toBe('rejected');
});
