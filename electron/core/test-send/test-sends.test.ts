import { beforeEach, describe, expect, it } from 'vitest';
import type { TestSendInput } from '#contract/test-sends.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { FakeReceiver } from '#test-support/test-sender.fake.ts';
import { Connections } from '../connections/connections.ts';
import { readReceived, TestSends, watchReceiver } from './test-sends.ts';

const definition: WebhookDefinition = {
  ...emptyDefinition('B'),
  name: 'Chat',
  url: 'https://hooks.example.com:8443/secret-path?key=secret-query',
  headers: [{ id: 7, name: 'Authorization', value: 'Bearer secret-header' }],
  payloadTemplate: '{"id": "%AlertID%", "db": "%DatabaseName%", "x": "%Unknown%"}',
};

let ports: ReturnType<typeof fakePorts>;
let testSends: TestSends;
let connectionId: string;
beforeEach(() => {
  ports = fakePorts();
  const connections = new Connections(ports);
  connectionId = 'acme';
  ports.settings.saved = [
    { ...blankConnection, id: connectionId, name: 'acme', readOnly: true, practice: false },
    { ...blankConnection, id: 'globex', name: 'globex', practice: false },
  ];
  testSends = new TestSends(ports, connections);
});

const input = (changes: Partial<TestSendInput> = {}): TestSendInput => ({
  connectionId,
  webhookId: 7,
  definition,
  values: { AlertID: '42', DatabaseName: '' },
  rules: 'as-observed',
  scenario: 'HIGH',
  destination: { kind: 'target', host: 'hooks.example.com:8443' },
  ...changes,
});
async function problemOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ProblemError) return error.problem;
  throw new Error('It did not end with a problem.');
}

describe('a test send', () => {
  it('sends the request of the preview, also for a read-only connection', async () => {
    const { testSend, answer } = await testSends.send(input());
    expect(ports.testSends.sent).toEqual([
      {
        request: {
          method: 'POST',
          url: definition.url,
          headers: [{ name: 'Authorization', value: 'Bearer secret-header' }],
          body: '{"id": "42", "db": null, "x": "%Unknown%"}',
        },
        destination: 'target',
      },
    ]);
    expect(answer.status).toBe(204);
    expect(testSend).toEqual({
      id: 1,
      at: ports.clock.now(),
      webhookId: 7,
      destination: 'target',
      host: 'hooks.example.com:8443',
      scenario: 'HIGH',
      status: 204,
      milliseconds: 12,
      failure: null,
    });
  });

  it('uses the chosen rules', async () => {
    await testSends.send(input({ rules: 'plain' }));
    expect(ports.testSends.sent[0]?.request.body).toBe('{"id": "42", "db": "", "x": "%Unknown%"}');
  });

  it.each(['hooks.example.com', 'evil.example.com:8443', 'HOOKS.example.com:8443', ''])(
    'is refused when a person confirmed the host %s and the URL has another',
    async (host) => {
      const sending = testSends.send(input({ destination: { kind: 'target', host } }));
      const problem = await problemOf(sending);
      expect(problem).toMatchObject({ code: 'refused' });
      expect(problem.message).toContain('Nothing was sent.');
      expect(ports.testSends.sent).toEqual([]);
      expect(testSends.list(connectionId)).toEqual([]);
    },
  );

  it.each<[string, Partial<WebhookDefinition>, string]>([
    ['half a URL', { url: 'hooks.example.com' }, 'invalid'],
    ['a password in the URL', { url: 'https://me:pw@hooks.example.com:8443/' }, 'invalid'],
    ['another scheme', { url: 'ftp://hooks.example.com:8443/' }, 'refused'],
    ['no method', { method: '' }, 'refused'],
    ['a line break in a header', { headers: [{ id: 1, name: 'X', value: 'a\nb' }] }, 'refused'],
    ['a header without a name', { headers: [{ id: 1, name: '', value: 'a' }] }, 'refused'],
  ])('is refused with %s', async (_, change, code) => {
    const sending = testSends.send(input({ definition: { ...definition, ...change } }));
    expect(await problemOf(sending)).toMatchObject({ code });
    expect(ports.testSends.sent).toEqual([]);
  });

  it('is refused before rendering when its payload would be too large', async () => {
    const huge = { ...definition, payloadTemplate: '%AlertID%'.repeat(20_000) };
    const values = { AlertID: 'x'.repeat(60_000) };
    const problem = await problemOf(testSends.send(input({ definition: huge, values })));
    expect(problem.code).toBe('too-large');
    expect(ports.testSends.sent).toEqual([]);
  });

  it('is refused for an unknown installation, and once it is cancelled', async () => {
    expect((await problemOf(testSends.send(input({ connectionId: 'nobody' })))).code).toBe(
      'no-such-connection',
    );
    const cancelled = AbortSignal.abort();
    expect((await problemOf(testSends.send(input(), cancelled))).code).toBe('aborted');
    expect(ports.testSends.sent).toEqual([]);
  });
});

describe('a test send to the receiver', () => {
  const receiver = { destination: { kind: 'receiver' } } as const;

  it('starts it, and uses path and query of the target', async () => {
    const { testSend } = await testSends.send(input(receiver));
    expect(ports.receiver.state().address).toBe('http://127.0.0.1:6000/');
    expect(ports.testSends.sent).toMatchObject([
      {
        request: { url: 'http://127.0.0.1:6000/secret-path?key=secret-query' },
        destination: 'receiver',
      },
    ]);
    expect(testSend).toMatchObject({ destination: 'receiver', host: '127.0.0.1:6000' });
  });

  it.each(['', 'half a url', 'mailto:someone@example.com'])(
    'works without a valid URL of the webhook: %j',
    async (url) => {
      await testSends.send(input({ ...receiver, definition: { ...definition, url } }));
      expect(ports.testSends.sent[0]?.request.url).toBe('http://127.0.0.1:6000/');
    },
  );
});

describe('the last test sends', () => {
  it('are limited to 50 for each installation, the newest first', async () => {
    for (let count = 0; count < 52; count += 1) await testSends.send(input());
    await testSends.send(input({ connectionId: 'globex' }));
    const last = testSends.list(connectionId);
    expect(last).toHaveLength(50);
    expect(last[0]?.id).toBe(52);
    expect(testSends.list('globex').map(({ id }) => id)).toEqual([53]);
    testSends.forget(connectionId);
    expect(testSends.list(connectionId)).toEqual([]);
    expect(testSends.list('globex')).toHaveLength(1);
  });

  it('contain the reason for a missing response', async () => {
    const problem = plainProblem('timed-out', 'hooks.example.com:8443 did not answer.', 'Look.');
    ports.testSends.outcome = { milliseconds: 15_000, answer: null, problem };
    expect(await problemOf(testSends.send(input()))).toEqual(problem);
    expect(testSends.list(connectionId)).toMatchObject([
      { status: null, milliseconds: 15_000, failure: 'hooks.example.com:8443 did not answer.' },
    ]);
  });

  it('contain no secrets', async () => {
    await testSends.send(input());
    await testSends.send(input({ destination: { kind: 'receiver' } }));
    expect(JSON.stringify(testSends.list(connectionId))).not.toContain('secret');
  });
});

it('yields the state at once and after changes, and combines several changes', async () => {
  const receiver = new FakeReceiver();
  const ending = new AbortController();
  const states = watchReceiver(receiver, ending.signal);
  expect((await states.next()).value).toMatchObject({ address: null, status: 200 });
  const next = states.next();
  await receiver.start();
  expect((await next).value).toMatchObject({ address: 'http://127.0.0.1:6000/' });
  receiver.answerWith(500);
  receiver.answerWith(503);
  expect((await states.next()).value).toMatchObject({ status: 503 });
  const last = states.next();
  ending.abort();
  expect((await last).done).toBe(true);
  expect(receiver.listeners.size).toBe(0);
});

it('removes its listener when the consumer leaves', async () => {
  const receiver = new FakeReceiver();
  for await (const state of watchReceiver(receiver)) {
    expect(receiver.listeners.size).toBe(1);
    expect(state.address).toBeNull();
    break;
  }
  expect(receiver.listeners.size).toBe(0);
});

it('yields nothing after an abort', async () => {
  const receiver = new FakeReceiver();
  const states = watchReceiver(receiver, AbortSignal.abort());
  expect((await states.next()).done).toBe(true);
  expect(receiver.listeners.size).toBe(0);
});

it('throws for a request that is no longer stored', () => {
  const read = (): unknown => readReceived(new FakeReceiver(), 1);
  expect(read).toThrow(ProblemError);
  expect(read).toThrow(/no longer stored/);
});
