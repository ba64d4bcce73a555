import { expect, it } from 'vitest';
import type { PlanRowView } from '#contract/plans.ts';
import { plainProblem } from '#domain/problem.ts';
import { aConnection } from '../../shared/testing/a-connection.ts';
import { aResult, aRow, aPlanState } from './testing/a-plan.ts';
import { lockedOutOf } from './locked-out.ts';

const connection = aConnection();
const installation = (...rows: PlanRowView[]) => ({
  connectionId: connection.id,
  connection,
  name: connection.name,
  rows,
});
const unauthorized = plainProblem('unauthorized', 'Rejected.', 'Enter another one.');
const running = {
  phase: 'running' as const,
  results: new Map([['a', aResult('a')]]),
  isRun: ({ key }: { key: string }) => key !== 'left-out',
};
const rows = [aRow('a'), aRow('b'), aRow('c'), aRow('left-out')];

it('a plan that runs asks for the installations that it waits for, with the rows that are left', () => {
  const planState = aPlanState({ signInNeeded: [connection.id] });
  expect(lockedOutOf({ ...running, planState }, [installation(...rows)])).toEqual([
    { connection, rows: 2 },
  ]);
  expect(lockedOutOf({ ...running, planState: aPlanState() }, [installation(...rows)])).toEqual([]);
  expect(lockedOutOf({ ...running, phase: 'over', planState }, [installation(...rows)])).toEqual(
    [],
  );
});

it('a plan that could not be made for a rejected auth token asks as well', () => {
  const blocked = aRow('b', { state: 'blocked', problem: unauthorized });
  const plan = { ...running, phase: 'prepared' as const, planState: null };
  expect(lockedOutOf(plan, [installation(aRow('a'), blocked)])).toEqual([{ connection, rows: 1 }]);
  expect(lockedOutOf(plan, [installation(aRow('a'))])).toEqual([]);
});
