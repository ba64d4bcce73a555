import { beforeEach, describe, expect, it } from 'vitest';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { Snapshots } from './snapshots.ts';

const webhook = (id: number, change: Partial<Webhook>): Webhook => ({
  ...emptyDefinition('B'),
  headers: [],
  id,
  unreported: [],
  unknown: {},
  ...change,
});
const at = new Date(0);
let snapshots: Snapshots;
beforeEach(() => {
  snapshots = new Snapshots();
  snapshots.replaceList('a', at, [
    webhook(1, { name: 'Slack – Ops', url: 'https://hooks.example.com/T1' }),
    webhook(2, { name: 'Pager', payloadTemplate: '{"text": "%AlertName%"}' }),
    webhook(3, { headers: [{ id: 1, name: 'X-Team', value: 'geheim' }] }),
  ]);
});

describe('a search', () => {
  it.each([
    ['slack', [1]],
    ['SLACK ops', [1]],
    ['hooks.example.com/t1', [1]],
    ['%alertname%', [2]],
    ['x-team', [3]],
    ['slack pager', []],
    ['  ', [1, 2, 3]],
    ['.*', []],
  ])('for “%s” finds %j', (text, ids) => {
    expect(snapshots.filter('a', text)).toEqual(ids);
  });

  it('does not search header values, because they are secrets', () => {
    expect(snapshots.filter('a', 'geheim')).toEqual([]);
  });

  it('finds nothing in an installation without a read', () => {
    expect(snapshots.filter('b', '')).toEqual([]);
  });

  it('separates installations', () => {
    snapshots.replaceList('b', at, [webhook(9, { name: 'Slack' })]);
    expect(snapshots.filter('b', 'slack')).toEqual([9]);
    snapshots.forget('a');
    expect(snapshots.filter('a', 'slack')).toEqual([]);
    expect(snapshots.filter('b', 'slack')).toEqual([9]);
  });
});

it('reflects a later read of one webhook', () => {
  snapshots.recordWrite('a', 2, webhook(2, { name: 'Slack, too' }));
  snapshots.recordWrite('a', 1, null);
  snapshots.recordWrite('b', 1, webhook(1, { name: 'Slack' }));
  expect(snapshots.filter('a', 'slack')).toEqual([2]);
  expect(snapshots.filter('b', 'slack')).toEqual([]);
});

describe('a mark for a remote change', () => {
  const marks = (): unknown[] =>
    [...(snapshots.get('a')?.marks.values() ?? [])].map(({ key, kind }) => [key, kind]);

  it('appears at the second read, not at the first', () => {
    expect(marks()).toEqual([]);
    const [first] = snapshots.get('a')?.webhooks.values() ?? [];
    if (first === undefined) throw new Error('There is no webhook.');
    snapshots.replaceList('a', at, [first, webhook(2, { name: 'Pager, day' }), webhook(4, {})]);
    expect(marks()).toEqual([
      [2, 'changed'],
      [4, 'new'],
      [3, 'deleted'],
    ]);
  });

  it('appears after a read of one webhook, but not after a write by this Hookdesk', () => {
    snapshots.recordRead('a', 1, webhook(1, { name: 'Theirs' }), new Date(5));
    snapshots.recordWrite('a', 2, webhook(2, { name: 'Mine' }));
    expect(marks()).toEqual([[1, 'changed']]);
    expect(snapshots.find('a', 1)?.readAt).toEqual(new Date(5));
    snapshots.recordWrite('a', 1, webhook(1, { name: 'Mine, on top' }));
    expect(marks()).toEqual([]);
  });

  it('does not appear when a list was requested before a write by this Hookdesk', () => {
    const before = [...(snapshots.get('a')?.webhooks.values() ?? [])];
    const since = snapshots.beginReading();
    snapshots.recordWrite('a', 2, webhook(2, { name: 'Mine' }));
    snapshots.recordWrite('a', 3, null);
    snapshots.replaceList('a', at, before, { since });
    expect(marks()).toEqual([]);
    expect(snapshots.filter('a', 'mine')).toEqual([2]);
    expect(snapshots.filter('a', '')).toEqual([1, 2]);
  });

  it('does not appear when a list was requested before the current one', () => {
    const since = snapshots.beginReading();
    snapshots.replaceList('a', at, [webhook(9, {})]);
    snapshots.replaceList('a', at, [webhook(8, {})], { since });
    expect(snapshots.filter('a', '')).toEqual([9]);
  });

  it('stays when the webhook changed again before the mark was dismissed', () => {
    snapshots.recordRead('a', 1, webhook(1, { name: 'Theirs' }), new Date(5));
    snapshots.recordRead('a', 1, webhook(1, { name: 'Theirs, again' }), new Date(6));
    snapshots.dismissMarks('a', [{ key: 1, seenAt: new Date(5) }]);
    expect(marks()).toEqual([[1, 'changed']]);
    snapshots.dismissMarks('a', [{ key: 1, seenAt: new Date(6) }]);
    expect(marks()).toEqual([]);
  });
});

describe('an unchanged list', () => {
  const list = (name = 'Disk') => segmentOf([webhook(1, { name }), webhook(2, {})]);
  let snapshots: Snapshots;
  const segment = () => snapshots.get('c')?.webhooks.segment;
  beforeEach(() => {
    snapshots = new Snapshots();
  });

  it('is in memory once after a refresh', () => {
    const first = list();
    snapshots.replaceList('c', at, first);
    snapshots.recordWrite('c', 1, webhook(1, { name: 'Written' }));
    snapshots.replaceList('c', at, list());
    expect(segment()).toBe(first);
    expect(snapshots.get('c')?.webhooks.get(1)?.name).toBe('Disk');
  });

  it('is replaced when a webhook changed', () => {
    snapshots.replaceList('c', at, list());
    const changed = list('Changed');
    snapshots.replaceList('c', at, changed);
    expect(segment()).toBe(changed);
  });

  it.each([
    ['the stored list', true],
    ['the stored list and written since', false],
  ])('read before %s is in memory once: %s', (_, isOnce) => {
    const stored = list();
    snapshots.replaceList('c', at, list());
    if (!isOnce) snapshots.recordWrite('c', 1, webhook(1, { name: 'Written' }));
    const webhooks = new WebhookTable(stored);
    snapshots.mergeStored('c', { connectionId: 'c', readAt: at, webhooks, marks: [] });
    expect(segment() === stored).toBe(isOnce);
    expect(snapshots.get('c')?.webhooks.get(1)?.name).toBe(isOnce ? 'Disk' : 'Written');
  });
});

it('drops the mark of a webhook that others deleted when Hookdesk creates it again', () => {
  snapshots.replaceList('a', at, [webhook(1, { name: 'Slack – Ops' }), webhook(3, {})]);
  const deleted = snapshots.get('a')?.marks.get(2)?.before;
  expect(deleted?.name).toBe('Pager');
  snapshots.recordWrite('a', 4, webhook(4, { name: 'Another' }));
  expect(snapshots.get('a')?.marks.has(2)).toBe(true);
  snapshots.recordWrite(
    'a',
    5,
    webhook(5, { name: 'Pager', payloadTemplate: '{"text": "%AlertName%"}' }),
  );
  expect(snapshots.get('a')?.marks.has(2)).toBe(false);
});
