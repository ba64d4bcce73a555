import { expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import type { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { webhookChange } from './webhook-change.ts';

const seenAt = new Date('2030-01-02T03:04:05Z');
const webhook = (change: Partial<WebhookDefinition> = {}): Webhook => ({
  ...aDefinition('Pager'),
  id: 7,
  unreported: [],
  unknown: {},
  ...change,
});
const changed = (before: Webhook, now: Webhook) =>
  webhookChange({ key: 7, kind: 'changed', before, seenAt }, now);

it('says what changed, with the fields before and after', () => {
  const severities = { ...webhook().severities, low: true };
  const change = changed(webhook(), webhook({ name: 'Pager 2', enabled: false, severities }));
  expect(change).toEqual({
    key: 7,
    webhookId: 7,
    name: 'Pager 2',
    kind: 'changed',
    noticedAt: seenAt,
    parts: [
      { label: 'Name', before: 'Pager', after: 'Pager 2' },
      { label: 'Enabled', before: 'on', after: 'off' },
      { label: 'Low alerts', before: 'off', after: 'on' },
    ],
  });
});

it('says which headers came, went and changed', () => {
  const headers = [
    { id: 11, name: 'Content-Type', value: 'text/plain' },
    { id: 12, name: 'X-Team', value: 'ops' },
  ];
  expect(changed(webhook(), webhook({ headers })).parts).toEqual([
    { label: 'Header Content-Type', before: 'application/json', after: 'text/plain' },
    { label: 'Header X-Api-Key', before: '••••••••', after: null },
    { label: 'Header X-Team', before: null, after: 'ops' },
  ]);
});

it('masks secrets, also in the name, and says that a secret is another one', () => {
  const key = (value: string) => webhook().headers.map((header) => ({ ...header, value }));
  const before = webhook({ headers: key('canary-one') });
  const now = webhook({ name: 'Pager canary-two', headers: key('canary-two') });
  const change = changed(before, now);
  expect(JSON.stringify(change)).not.toContain('canary');
  expect(change.parts).toContainEqual({
    label: 'Header X-Api-Key',
    before: '••••••••',
    after: '•••••••• (another secret)',
  });
});

it('names new and deleted webhooks, also those without a unique id', () => {
  expect(webhookChange({ key: 7, kind: 'new', before: null, seenAt }, webhook())).toMatchObject({
    name: 'Pager',
    kind: 'new',
    parts: [],
  });
  const mark = { key: '7#deleted1', kind: 'deleted', before: webhook(), seenAt } as const;
  expect(webhookChange(mark, null)).toMatchObject({ webhookId: null, name: 'Pager', parts: [] });
});
