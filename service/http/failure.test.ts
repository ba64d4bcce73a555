import { expect, test } from 'vitest';
import type { WebhookStore } from '../store/webhook-store.ts';
import { createApp } from './app.ts';
import { noAuthentication } from './authentication.ts';

test('an internal error goes to onFailure and does not appear in the response', async () => {
  const failure = new Error('canary: /secret/path is full');
  const fail = (): never => {
    throw failure;
  };
  const store: WebhookStore = {
    list: fail,
    read: fail,
    create: fail,
    fill: fail,
    update: fail,
    remove: fail,
    all: fail,
  };
  const failures: unknown[] = [];
  const app = createApp({
    variant: 'A',
    root: '',
    store,
    health: { check: () => Promise.resolve(), isDraining: () => false },
    authentication: noAuthentication,
    onFailure: (error) => failures.push(error),
  });
  const answer = await app.inject({ method: 'GET', url: '/webhook/' });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json()).toMatchObject({ type: 'urn:hookdesk:problem:server-failed', status: 500 });
  expect(answer.body).not.toContain('canary');
  expect(failures).toEqual([failure]);
  await app.close();
});
