import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Ports, TestSendOutcome } from '#core/ports.ts';
import { addressable } from '#domain/webhook/listed.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { plainProblem } from '#domain/problem.ts';
import { defaultRuleSet } from '#domain/template/render-template.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { z } from 'zod';
import { startService } from '../../service/start.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import { contract } from './index.ts';
import type { ReceiverState, TestSendInput } from './test-sends.ts';
import { proceduresOf } from './testing/procedures.ts';

const groups = new Set(['templates', 'testSends', 'receiver']);
const authToken = 'canary-of-the-installation';
const definition: WebhookDefinition = {
  ...emptyDefinition('B'),
  name: 'Chat',
  url: 'https://hooks.example.com/canary-path?key=canary-query',
  headers: [{ id: null, name: 'Authorization', value: 'Bearer canary-header' }],
  payloadTemplate: '{"text": "%AlertName%: „ü“ 🔔"}',
};

describe.each(transports)('testing templates on a %s', (transport) => {
  let folder: string;
  let ports: Ports;
  let endPorts: () => Promise<void>;
  let window: TestWindow;
  let connectionId: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    ({ ports, close: endPorts } = await composeTestFolder(folder));
    window = await openWindow(transport, ports, folder);
    const settings = { ...blankConnection, name: 'acme', baseUrl: 'https://acme.example.com' };
    const secrets = { authToken };
    connectionId = (await window.client.connections.add({ settings, secrets })).id;
  });
  afterEach(() => {
    expect(window.reported).toEqual([]);
    expect(window.received.join('\n')).not.toContain(authToken);
  });
  afterAll(async () => {
    const asked = [...window.asked].filter((name) => groups.has(name.split('.')[0] ?? ''));
    expect(asked.sort()).toEqual(proceduresOf(groups));
    await window.leave();
    await window.end();
    await endPorts();
    rmSync(folder, { recursive: true });
  });

  const input = (changes: Partial<TestSendInput> = {}): TestSendInput => ({
    connectionId,
    webhookId: 7,
    definition,
    values: { AlertName: 'Disk "full"' },
    rules: 'as-observed',
    scenario: 'HIGH',
    destination: { kind: 'receiver' },
    ...changes,
  });

  /** Restores the port after the test. */
  function replaceTestSends(testSends: Ports['testSends']): void {
    const real = { ...ports.testSends };
    Object.assign(ports.testSends, testSends);
    onTestFinished(() => {
      Object.assign(ports.testSends, real);
    });
  }

  it('sends a test to the receiver, which shows the exact bytes', async () => {
    const { client } = window;
    const watching = new AbortController();
    const states: ReceiverState[] = [];
    const watched = (async () => {
      for await (const state of await client.receiver.watch(undefined, {
        signal: watching.signal,
      })) {
        states.push(state);
      }
    })().catch(() => undefined);
    await expect.poll(() => states).toMatchObject([{ address: null, received: [] }]);

    await client.receiver.answerWith({ status: 503 });
    const { testSend, answer } = await client.testSends.send(input());
    expect(testSend).toMatchObject({ destination: 'receiver', scenario: 'HIGH', status: 503 });
    expect(testSend.at).toBeInstanceOf(Date);
    expect(answer).toMatchObject({ status: 503, body: { encoding: 'utf-8', truncated: false } });
    await expect.poll(() => states.at(-1)?.received).toHaveLength(1);

    const { received, address } = await client.receiver.start();
    const found = await client.receiver.read({ receivedId: received[0]?.id ?? 0 });
    expect(found).toMatchObject({
      method: 'POST',
      path: '/canary-path?key=canary-query',
      status: 503,
      body: { text: '{"text": "Disk \\"full\\": „ü“ 🔔"}', encoding: 'utf-8' },
    });
    expect(found.head.text).toMatch(/^POST \/canary-path\?key=canary-query HTTP\/1\.1\r\n/);
    expect(found.head.text).toContain('Authorization: Bearer canary-header\r\n');
    expect(found.head.text).toMatch(/User-Agent: Hookdesk\/\S+ \(test\)\r\n/);
    expect(found.head.text.toLowerCase()).not.toContain('x-auth-token');

    await (await request(address ?? '', { method: 'PUT', body: 'by hand' })).body.dump();
    await expect.poll(() => states.at(-1)?.received[0]).toMatchObject({ method: 'PUT', bytes: 7 });
    expect((await client.receiver.clear()).received).toEqual([]);
    await expect(client.receiver.read({ receivedId: 1 })).rejects.toMatchObject({
      code: 'PROBLEM',
      data: { code: 'not-found' },
    });
    expect((await client.receiver.stop()).address).toBeNull();
    await expect.poll(() => states.at(-1)?.address).toBeNull();
    watching.abort();
    await watched;
  });

  it('rejects a target on this machine, or with another host than confirmed', async () => {
    const { testSends } = window.client;
    const here = { ...definition, url: 'http://127.0.0.1:9/canary-path' };
    const destination = { kind: 'target', host: '127.0.0.1:9' } as const;
    const refused = { code: 'PROBLEM', data: { code: 'refused' } };
    await expect(testSends.send(input({ definition: here, destination }))).rejects.toMatchObject(
      refused,
    );
    await expect(testSends.send(input({ destination }))).rejects.toMatchObject(refused);
    const [last] = await testSends.list({ connectionId });
    expect(last).toMatchObject({ destination: 'target', host: '127.0.0.1:9', status: null });
    expect(last?.failure).toContain('this machine itself');
  });

  it('lists test sends without secrets', async () => {
    const { testSends } = window.client;
    const unanswered: TestSendOutcome = {
      milliseconds: 1,
      answer: null,
      problem: plainProblem('unreachable', 'hooks.example.com refused it.', 'Look there.'),
    };
    replaceTestSends({ send: () => Promise.resolve(unanswered) });
    const destination = { kind: 'target', host: 'hooks.example.com' } as const;
    await expect(testSends.send(input({ destination }))).rejects.toMatchObject({ code: 'PROBLEM' });
    const before = window.received.length;
    const list = await testSends.list({ connectionId });
    expect(list.length).toBeGreaterThan(1);
    expect(window.received.slice(before).join('\n')).not.toContain('canary');
  });

  it('ends a test send when the window cancels it', async () => {
    const started = Promise.withResolvers<AbortSignal | undefined>();
    replaceTestSends({
      send: (_request, _destination, signal) => {
        started.resolve(signal);
        return new Promise(() => undefined);
      },
    });
    const cancelling = new AbortController();
    const sending = window.client.testSends.send(input(), { signal: cancelling.signal });
    const signal = await started.promise;
    cancelling.abort();
    await expect(sending).rejects.toThrow();
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it('stores sample values, own tokens and rules until the connection is removed', async () => {
    const { client } = window;
    const { templates } = client;
    expect(await templates.memory({ connectionId })).toEqual({
      ownTokens: [],
      rules: defaultRuleSet,
      samples: {},
    });
    const tokens = [{ name: 'JobName', meaning: 'What ran.', sample: 'backup' }];
    const edits = { awkward: { AlertName: 'a\n"b"' } };
    await templates.saveOwnTokens({ connectionId, tokens });
    await templates.saveSamples({ connectionId, webhookId: 7, edits });
    await templates.chooseRules({ connectionId, rules: 'plain' });
    expect(await templates.memory({ connectionId })).toEqual({
      ownTokens: tokens,
      rules: 'plain',
      samples: { 7: edits },
    });
    const unusable = [{ name: 'AlertID', meaning: '', sample: '' }];
    await expect(templates.saveOwnTokens({ connectionId, tokens: unusable })).rejects.toMatchObject(
      { code: 'PROBLEM', data: { code: 'invalid', issues: [{ path: '0.name' }] } },
    );
    const file = join(folder, 'templates.json');
    expect(readFileSync(file, 'utf8')).toContain(connectionId);
    await client.connections.remove({ connectionId });
    expect(readFileSync(file, 'utf8')).not.toContain(connectionId);
    expect(await client.testSends.list({ connectionId })).toEqual([]);
  });

  it('deletes the sample values of a deleted webhook', async () => {
    const { client } = window;
    const service = await startService({ variant: 'B', authToken, seed: 1 });
    onTestFinished(service.close);
    const settings = { ...blankConnection, baseUrl: service.url, apiRoot: service.root };
    const { id } = await client.connections.add({
      settings: { ...settings, name: 'globex' },
      secrets: { authToken },
    });
    const { webhooks } = await ports.webhooks.list(
      { baseUrl: service.url, apiRoot: service.root, variant: 'B', authToken },
      {},
    );
    const [webhook] = addressable(webhooks);
    if (webhook === undefined) throw new Error('The service is empty.');
    const edits = { LOW: { AlertName: 'x' } };
    await client.templates.saveSamples({ connectionId: id, webhookId: webhook.id, edits });
    await client.publishing.remove({ connectionId: id, base: webhook });
    expect((await client.templates.memory({ connectionId: id })).samples).toEqual({});
  });
});

it.each([
  [100, false],
  [199, false],
  [200, true],
  [599, true],
  [600, false],
  [200.5, false],
])('the receiver answers with %d: %s', (status, taken) => {
  const { inputSchema } = contract.receiver.answerWith['~orpc'];
  expect(z.custom<z.ZodType>().parse(inputSchema).safeParse({ status }).success).toBe(taken);
});
