import { expect, it } from 'vitest';
import type { PlanRowView } from '#contract/plans.ts';
import { plainProblem } from '#domain/problem.ts';
import { aConnection } from '../../shared/testing/a-connection.ts';
import { aResult, aRow, aPlanState } from './testing/a-plan.ts';
import { lockedOutOf } from './plan-sections.svelte.ts';

const connection = aConnection();
const installations = (...rows: PlanRowView[]) => [{ connectionId: connection.id, rows }];
const find = (): typeof connection => connection;
const unauthorized = plainProblem('unauthorized', 'Rejected.', 'Enter another one.');
const results = new Map([['a', aResult('a')]]);
const has = ({ key }: { key: string }): boolean => key !== 'left-out';
const rows = [aRow('a'), aRow('b'), aRow('c'), aRow('left-out')];

it('a running plan lists installations that need sign-in, with their remaining rows', () => {
  const waiting = aPlanState({ signInNeeded: [connection.id] });
  const askedFor = (phase: 'running' | 'over', state: typeof waiting) =>
    lockedOutOf({ phase, run: { state, results, has } }, installations(...rows), find);
  expect(askedFor('running', waiting)).toEqual([{ connection, rows: 2 }]);
  expect(askedFor('running', aPlanState())).toEqual([]);
  expect(askedFor('over', waiting)).toEqual([]);
});

it('a prepared plan lists installations that rejected the auth token', () => {
  const blocked = aRow('b', { state: 'blocked', problem: unauthorized });
  const plan = { phase: 'prepared' as const, run: { state: null, results, has } };
  expect(lockedOutOf(plan, installations(aRow('a'), blocked), find)).toEqual([
    { connection, rows: 1 },
  ]);
  expect(lockedOutOf(plan, installations(aRow('a')), find)).toEqual([]);
});
