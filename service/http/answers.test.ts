import { describe, expect, test } from 'vitest';
import { type Installation, send } from '../conformance/installation.ts';
import { sample } from '../conformance/webhooks.ts';
import { type OperationId, operations } from '../openapi/operations.ts';
import { startService } from '../testing/start-tested.ts';
import { documented } from '../testing/documented.ts';
import { usersFile } from '../testing/users.ts';
import { variantNames } from '../webhooks/body-types.ts';

const long = 'x'.repeat(1024 * 1024);

describe.each(variantNames)('every response of variant %s conforms to the document', (variant) => {
  const wrong = { headers: { 'X-Auth-Token': 'wrong' } };
  const text = { body: {}, headers: { 'Content-Type': 'text/plain' } };
  const cases: [OperationId, string, string, Parameters<typeof send>[3], number][] = [
    ['listWebhooks', 'GET', '/webhook/', {}, 200],
    ['listWebhooks', 'GET', '/webhook/', wrong, 401],
    ['createWebhook', 'POST', '/webhook/', { body: sample(variant) }, 200],
    ['createWebhook', 'POST', '/webhook/', { body: { nonsense: [] } }, 400],
    ['createWebhook', 'POST', '/webhook/', { ...wrong, body: {} }, 401],
    ['createWebhook', 'POST', '/webhook/', { body: long }, 413],
    ['createWebhook', 'POST', '/webhook/', text, 415],
    ['readWebhook', 'GET', '/webhook/1', {}, 200],
    ['readWebhook', 'GET', '/webhook/1', wrong, 401],
    ['readWebhook', 'GET', '/webhook/seven', {}, 404],
    ['updateWebhook', 'PUT', '/webhook/1', { body: { name: 'n' } }, 200],
    ['updateWebhook', 'PUT', '/webhook/1', { body: { nonsense: [] } }, 400],
    ['updateWebhook', 'PUT', '/webhook/1', { ...wrong, body: {} }, 401],
    ['updateWebhook', 'PUT', '/webhook/99', { body: {} }, 404],
    ['updateWebhook', 'PUT', '/webhook/1', { body: long }, 413],
    ['updateWebhook', 'PUT', '/webhook/1', text, 415],
    ['deleteWebhook', 'DELETE', '/webhook/1', wrong, 401],
    ['deleteWebhook', 'DELETE', '/webhook/99', {}, 404],
    ['deleteWebhook', 'DELETE', '/webhook/1', { body: {} }, 400],
    ['deleteWebhook', 'DELETE', '/webhook/1', {}, 200],
  ];

  test.each(cases)('%s: %s %s %#', async (operationId, method, path, sending, status) => {
    const authToken = 'fake-token';
    const service = await startService({ variant, authToken, seed: 30 });
    try {
      const installation: Installation = { apiUrl: service.url + service.root, variant, authToken };
      const served = await fetch(`${installation.apiUrl}/openapi.json`);
      expect(served.headers.get('content-type')).toBe('application/json');
      const answer = await send(installation, method, path, sending);
      expect(answer.status).toBe(status);
      const operation = operations.find((candidate) => candidate.operationId === operationId);
      if (operation === undefined) throw new Error(`No operation ${operationId}`);
      documented(await served.json(), operation, answer);
    } finally {
      await service.close();
    }
  });
});

test('every response to sign-in and sign-out conforms to the document', async () => {
  const users = await usersFile({ anna: 'right', bert: 'b' });
  const signIn = { usersFile: users.file, tokenTtl: 60 };
  const service = await startService({ variant: 'B', authToken: null, signIn });
  const document: unknown = await (await fetch(`${service.url}/openapi.json`)).json();
  const ask = async (method: string, init: RequestInit): Promise<[number, Headers]> => {
    const answer = await fetch(`${service.url}/api/token/`, { method, ...init });
    const { status, headers } = answer;
    documented(
      document,
      { path: '/token/', method },
      { status, headers, text: await answer.text() },
    );
    return [status, headers];
  };
  const json = { 'Content-Type': 'application/json' };
  const post = (body: unknown) => ask('POST', { headers: json, body: JSON.stringify(body) });
  try {
    const [status, headers] = await post({ username: 'anna', password: 'right' });
    expect(status).toBe(201);
    const token = { 'X-Auth-Token': headers.get('x-subject-token') ?? '' };
    expect((await ask('DELETE', { headers: { ...token, ...json }, body: '{}' }))[0]).toBe(400);
    expect((await ask('DELETE', { headers: token }))[0]).toBe(204);
    expect((await ask('DELETE', { headers: token }))[0]).toBe(401);
    expect((await post({ username: 'anna' }))[0]).toBe(400);
    expect((await post({ username: 'anna', password: long }))[0]).toBe(413);
    expect((await ask('POST', { body: 'text' }))[0]).toBe(415);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await post({ username: 'bert', password: 'wrong' }))[0]).toBe(401);
    }
    expect((await post({ username: 'bert', password: 'wrong' }))[0]).toBe(429);
    users.remove();
    expect((await post({ username: 'anna', password: 'right' }))[0]).toBe(503);
  } finally {
    await service.close();
  }
});
