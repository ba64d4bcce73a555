import { beforeEach, describe, expect, it } from 'vitest';
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
  snapshots.keep('a', at, [
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
    expect(snapshots.search('a', text)).toEqual(ids);
  });

  it('does not look into header values: they are secrets', () => {
    expect(snapshots.search('a', 'geheim')).toEqual([]);
  });

  it('finds nothing in an installation that was not read', () => {
    expect(snapshots.search('b', '')).toEqual([]);
  });

  it('keeps installations apart', () => {
    snapshots.keep('b', at, [webhook(9, { name: 'Slack' })]);
    expect(snapshots.search('b', 'slack')).toEqual([9]);
    snapshots.forget('a');
    expect(snapshots.search('a', 'slack')).toEqual([]);
    expect(snapshots.search('b', 'slack')).toEqual([9]);
  });
});

it('follows what was read of one webhook since', () => {
  snapshots.note('a', 2, webhook(2, { name: 'Slack, too' }));
  snapshots.note('a', 1, null);
  snapshots.note('b', 1, webhook(1, { name: 'Slack' }));
  expect(snapshots.search('a', 'slack')).toEqual([2]);
  expect(snapshots.search('b', 'slack')).toEqual([]);
});
