import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startService } from '../testing/start-tested.ts';
import { Practising } from '../testing/practising.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { tokens } from '../seeds/targets.ts';
import { sampleValues } from './simulation.ts';
import { Changes, DeliveryList, Faults, Overview } from './practice-bodies.ts';

let receiver: Receiver;
let practising: Practising;
const target = (): string => `http://127.0.0.1:${receiver.port}/hook`;
beforeEach(async () => {
  receiver = await startReceiver();
  practising = await Practising.start();
});
afterEach(async () => {
  await practising.service.close();
  await receiver.close();
});

describe('an alert', () => {
  test('is delivered to every matching webhook, and the response lists the skipped ones', async () => {
    const url = target();
    await practising.create({ url, payload_template: 'one %CurrentState%' });
    await practising.create({ url, enabled: false });
    await practising.create({ url, high_alert: false });
    await practising.create({ url, payload_type: 'JOB' });
    await practising.create({ url, payload_template: 'two %AlertName%' });
    const raised = await practising.raise('alerts', { state: 'HIGH', values: { AlertName: 'N' } });
    expect(raised).toMatchObject({
      event: { id: 1, kind: 'alert', state: 'HIGH', rules: 'as-observed' },
      deliveries: [
        { id: 1, webhookId: 1 },
        { id: 2, webhookId: 5 },
      ],
      passedOver: [
        { webhookId: 2, reason: 'disabled' },
        { webhookId: 3, reason: 'switched-off' },
        { webhookId: 4, reason: 'other-type' },
      ],
    });
    for (const { id } of raised.deliveries) {
      expect((await practising.finished(id)).state).toBe('delivered');
    }
    expect(receiver.got.map(({ body }) => body.toString()).toSorted()).toEqual([
      'one HIGH',
      'two N',
    ]);
  });

  test('has sample values for every documented placeholder, and given values replace them', async () => {
    for (const values of Object.values(sampleValues)) {
      expect(Object.keys(values).toSorted()).toEqual(tokens.toSorted());
    }
    const template = tokens.map((token) => `%${token}%`).join('|');
    await practising.create({ url: target(), payload_template: template });
    const given = { AlertID: 'mine', Own_Token: 'unused' };
    await practising.deliverOne({ state: 'CLEARED', values: given, rules: 'plain' });
    const expected = tokens.map((token) => ({ ...sampleValues.CLEARED, ...given })[token]);
    expect(receiver.got[0]?.body.toString()).toBe(expected.join('|'));
  });

  test.each([
    [{}, '#/state'],
    [{ state: 'FATAL' }, '#/state'],
    [{ state: 'LOW', values: { 'Alert ID': 'x' } }, '#/values/Alert%20ID'],
    [{ state: 'LOW', values: { AlertID: 7 } }, '#/values/AlertID'],
    [{ state: 'LOW', rules: 'wild' }, '#/rules'],
    [{ state: 'LOW', severity: 1 }, '#'],
  ])('with the body %j is refused and not raised', async (body, pointer) => {
    const answer = await fetch(`${practising.service.url}/practice/alerts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ pointer }] });
    expect(await practising.get('deliveries')).toEqual({ deliveries: [], total: 0 });
  });
});

describe('a job event', () => {
  test('is delivered to job webhooks with the given values only', async () => {
    await practising.create({
      url: target(),
      payload_type: 'JOB',
      payload_template: '%JobName% %AlertID%',
      high_alert: false,
    });
    await practising.create({ url: target() });
    const raised = await practising.raise('jobs', { values: { JobName: 'vacuum' } });
    expect(raised.passedOver).toEqual([{ webhookId: 2, reason: 'other-type' }]);
    const [{ id } = { id: 0 }] = raised.deliveries;
    await practising.finished(id);
    expect(receiver.got.map(({ body }) => body.toString())).toEqual(['vacuum %AlertID%']);
  });

  test('is refused in variant A', async () => {
    const other = await startService({
      variant: 'A',
      authToken: null,
      practice: { deliversTo: 'loopback' },
    });
    const answer = await fetch(`${other.url}/practice/jobs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    await other.close();
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Webhooks of variant A are for alerts alone');
  });
});

describe('a change by another person', () => {
  const list = async () =>
    z
      .array(z.object({ id: z.int() }).loose())
      .parse(
        await (await fetch(`${practising.service.url}${practising.service.root}/webhook/`)).json(),
      );

  test('changes three webhooks in one field each', async () => {
    for (let index = 0; index < 5; index += 1) await practising.create({ name: `Pager ${index}` });
    const before = await list();
    const { changed } = Changes.parse(JSON.parse(await practising.post('changes', undefined)));
    const after = await list();
    const fields = after.flatMap((webhook, index) =>
      Object.keys(webhook).filter(
        (key) => JSON.stringify(webhook[key]) !== JSON.stringify(before[index]?.[key]),
      ),
    );
    expect(fields.toSorted()).toEqual(['enabled', 'low_alert', 'name']);
    const differs = after.filter(
      (webhook, index) => JSON.stringify(webhook) !== JSON.stringify(before[index]),
    );
    expect(differs.map(({ id }) => id)).toEqual(changed.toSorted((a, b) => a - b));
  });

  test('changes fewer where there are fewer', async () => {
    await practising.create({});
    expect(JSON.parse(await practising.post('changes', undefined))).toEqual({ changed: [1] });
  });
});

describe('the delivery log', () => {
  test('lists the newest deliveries first up to the limit, and can be cleared', async () => {
    for (let index = 0; index < 3; index += 1) await practising.create({ url: target() });
    const { deliveries } = await practising.raise('alerts', { state: 'LOW' });
    for (const { id } of deliveries) await practising.finished(id);
    const list = DeliveryList.parse(await practising.get('deliveries?limit=2'));
    expect(list).toMatchObject({ total: 3, deliveries: [{ id: 3 }, { id: 2 }] });
    const url = `${practising.service.url}/practice/deliveries`;
    for (const limit of ['0', '501', 'all', '']) {
      expect((await fetch(`${url}?limit=${limit}`)).status).toBe(400);
    }
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    expect(await practising.get('deliveries')).toEqual({ deliveries: [], total: 0 });
    for (const id of ['1', 'x', '%20']) expect((await fetch(`${url}/${id}`)).status).toBe(404);
  });
});

test('the overview and the list of faults match their schemas', async () => {
  await practising.create({});
  const overview = Overview.parse(await practising.get(''));
  expect(overview).toMatchObject({ variant: 'B', deliversTo: 'loopback', webhooks: 1 });
  expect(overview.ruleSets.map(({ name }) => name)).toEqual(['as-observed', 'plain']);
  expect(Faults.parse(await practising.get('faults'))).toEqual({ seed: 1, faults: [] });
});

test('every practice path requires the auth token, and returns 404 without --practice', async () => {
  const paths = ['', 'alerts', 'jobs', 'changes', 'deliveries', 'deliveries/1', 'faults'];
  const closed = await startService({
    variant: 'B',
    authToken: 'fake',
    practice: { deliversTo: 'loopback' },
  });
  const without = await startService({ variant: 'B', authToken: null });
  for (const path of paths) {
    const method = ['alerts', 'jobs', 'changes'].includes(path) ? 'POST' : 'GET';
    const statusOf = async (url: string) =>
      (await fetch(`${url}/practice/${path}`, { method })).status;
    expect([path, await statusOf(closed.url)]).toEqual([path, 401]);
    expect([path, await statusOf(without.url)]).toEqual([path, 404]);
  }
  await closed.close();
  await without.close();
});
