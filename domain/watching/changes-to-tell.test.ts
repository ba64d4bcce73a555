import { expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import type { RemoteMark } from '../merge/remote-marks.ts';
import type { Webhook } from '../webhook/webhook.ts';
import { changesToTell, isToTell } from './changes-to-tell.ts';

const seenAt = new Date('2030-01-02T03:04:05Z');
const webhook = (id: number, enabled = true): Webhook => ({
  ...aDefinition(`Webhook ${id}`),
  enabled,
  id,
  unreported: [],
  unknown: {},
});
const mark = (id: number): RemoteMark => ({
  key: id,
  kind: 'changed',
  before: webhook(id),
  seenAt,
});

it('tells changes of others, and sorts out the results of own requests', () => {
  const left = webhook(2, false);
  const sent = { action: 'update', outcome: 'done', accepted: true } as const;
  const entry = { ...sent, after: left, meant: left };
  const { changes, own } = changesToTell([
    { mark: mark(1), current: webhook(1, false), results: [] },
    { mark: mark(2), current: left, results: [entry] },
    // Changed by others after the own request.
    { mark: mark(3), current: webhook(3), results: [{ ...entry, after: webhook(3, false) }] },
  ]);
  expect(changes.map(({ key }) => key)).toEqual([1, 3]);
  expect(own.map(({ key }) => key)).toEqual([2]);
});

it('tells of a mark once', () => {
  expect(isToTell(mark(1))).toBe(true);
  expect(isToTell({ ...mark(1), isReported: true })).toBe(false);
});
