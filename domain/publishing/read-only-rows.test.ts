import { describe, expect, it } from 'vitest';
import { plainProblem } from '../problem.ts';
import { readOnlyInWords, readOnlyRows } from './read-only-rows.ts';

const problem = plainProblem('read-only', 'initech-ro is marked read-only.', 'Nothing was sent.');
const row = (connectionId: string, action: 'update' | 'delete', isReadOnly = true) => ({
  connectionId,
  action,
  problem: isReadOnly ? problem : null,
});

it('counts the rows of each read-only installation, with their common action', () => {
  const rows = [
    row('a', 'update'),
    row('b', 'delete'),
    row('c', 'delete', false),
    row('a', 'delete'),
    row('b', 'delete'),
  ];
  expect(readOnlyRows(rows)).toEqual([
    { connectionId: 'a', webhooks: 2, action: null },
    { connectionId: 'b', webhooks: 2, action: 'delete' },
  ]);
});

describe('in words', () => {
  it.each([
    [4, 'update', false, 'ro is read-only: 4 webhooks are not changed'],
    [1, 'delete', false, 'ro is read-only: 1 webhook is not deleted'],
    [1_200, 'create', true, 'ro is read-only: 1,200 webhooks were not created'],
    [null, null, true, 'ro is read-only: nothing was changed'],
  ] as const)('%s, %s, over: %s', (webhooks, action, isOver, text) => {
    expect(readOnlyInWords('ro', { webhooks, action }, isOver)).toBe(text);
  });
});
