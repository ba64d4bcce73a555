import { expect, it } from 'vitest';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { RowReading } from './row-reading.svelte.ts';

const token = { id: 3, name: 'Authorization', value: 'Bearer tok-1' };
const live: Webhook = { ...aWebhook(), headers: [token] };
const item = {
  key: 'a',
  connectionId: 'acme',
  action: 'update',
  base: live,
  undoes: null,
} as const;
const update = { ...item, live, definition: { ...live, name: 'Operations' } };
const request = { method: 'PUT', url: 'https://acme.example/api', headers: [], body: '{}' };

it('compares a row with the live webhook and lists the definitions whose secrets are masked', async () => {
  const reading = new RowReading();
  await reading.look(() => Promise.resolve({ row: update, request, findings: [] }));
  expect(reading.differences.map(({ field }) => field)).toEqual(['name']);
  expect(reading.headers.added).toEqual([]);
  expect(reading.definitions).toEqual([live, live, update.definition]);
  expect(reading.request).toEqual(request);
});

it('shows the headers of a create as added', async () => {
  const reading = new RowReading();
  const create = {
    ...item,
    action: 'create' as const,
    base: null,
    live: null,
    definition: { ...live, headers: [{ ...token, id: null }] },
  };
  await reading.look(() => Promise.resolve({ row: create, request, findings: [] }));
  expect(reading.differences).toEqual([]);
  expect(reading.headers.added.map(({ name }) => name)).toEqual(['Authorization']);
});

it('shows the change of a row that cannot be sent by its base', async () => {
  const reading = new RowReading();
  await reading.look(() =>
    Promise.resolve({ row: { ...update, live: null }, request: null, findings: [] }),
  );
  expect(reading.differences).toMatchObject([{ field: 'name' }]);
  expect(reading.headers).toMatchObject({ added: [], changed: [], deleted: [] });
});

it('ignores a late response for an earlier row', async () => {
  const reading = new RowReading();
  const late = Promise.withResolvers<{
    row: typeof update;
    request: typeof request;
    findings: [];
  }>();
  const first = reading.look(() => late.promise);
  await reading.look(() => Promise.resolve({ row: update, request: null, findings: [] }));
  late.resolve({ row: { ...update }, request, findings: [] });
  await first;
  expect(reading.row).toBe(update);
  expect(reading.request).toBeNull();
});

it('shows a problem instead of the row, and the row again after a successful read', async () => {
  const reading = new RowReading();
  await reading.look(() => Promise.resolve({ row: update, request, findings: [] }));
  await reading.look(() => Promise.reject(new Error('gone')));
  expect(reading.row).toBeNull();
  expect(reading.problem).not.toBeNull();
  await reading.look(() => Promise.resolve({ row: update, request, findings: [] }));
  expect(reading.problem).toBeNull();
  expect(reading.row).toBe(update);
});
