import { expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import type { ListedWebhook } from '../webhook/listed.ts';
import { digestOf, type Webhook, type WebhookDefinition } from '../webhook/webhook.ts';
import { itemToUndoRemoteChange } from './undo-remote-change.ts';

const webhook = (change: Partial<WebhookDefinition> = {}): Webhook => ({
  ...aDefinition('Pager'),
  id: 7,
  unreported: [],
  unknown: {},
  ...change,
});
const undo = (
  mark: Parameters<typeof itemToUndoRemoteChange>[2],
  now: ListedWebhook | null,
): ReturnType<typeof itemToUndoRemoteChange> => itemToUndoRemoteChange('c1', 7, mark, now);

it('restores the version before a change, with the current ids of its headers', () => {
  const header = { name: 'X-Team', value: 'ops' };
  const before = webhook({ headers: [{ id: 1, ...header }] });
  const now = webhook({ enabled: false, headers: [{ id: 2, ...header, value: 'sales' }] });
  expect(undo({ kind: 'changed', before }, now)).toMatchObject({
    connectionId: 'c1',
    action: 'update',
    base: now,
    seen: { digest: digestOf(now) },
    definition: { enabled: true, headers: [{ id: 2, ...header }] },
  });
});

it('creates a deleted webhook again, without ids', () => {
  const { action, base, definition } = undo({ kind: 'deleted', before: webhook() }, null);
  expect({ action, base }).toEqual({ action: 'create', base: null });
  expect(definition?.name).toBe('Pager');
  expect(definition?.headers.every(({ id }) => id === null)).toBe(true);
});

it('deletes a webhook that others created', () => {
  const now = webhook();
  expect(undo({ kind: 'new', before: null }, now)).toMatchObject({
    action: 'delete',
    base: now,
    definition: null,
    seen: { digest: digestOf(now) },
  });
});

const another = webhook({
  name: 'Mail',
  url: 'https://other.example.com/',
  payloadTemplate: 'Other',
  headers: [],
});
const withoutId: ListedWebhook = {
  ...webhook(),
  id: null,
  key: '7#1',
  idDefect: { kind: 'repeated', id: 7, count: 2 },
};

it.each([
  ['is no longer listed', null, webhook()],
  ['has no unique id', { kind: 'changed', before: webhook() } as const, withoutId],
  ['Another webhook has this id', { kind: 'changed', before: webhook() } as const, another],
])('sends nothing when the change %s', (reason, mark, now) => {
  expect(undo(mark, now).problem?.message).toContain(reason);
});
