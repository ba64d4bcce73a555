import { expect, it } from 'vitest';
import type { RowFindings } from '#contract/plans.ts';
import { aRow } from './testing/a-plan.ts';
import { FakePlanApi, FakePlanDrafts } from './testing/plan-api.fake.ts';
import { Plan } from './plan.svelte.ts';

const findings = (key: string, change: Partial<RowFindings> = {}): RowFindings => ({
  key,
  errors: 1,
  newErrors: 1,
  warnings: 0,
  first: 'The payload is not valid JSON.',
  ...change,
});

async function checked(host: FakePlanApi): Promise<Plan> {
  const plan = new Plan(host.api, new FakePlanDrafts(), {
    source: { kind: 'drafts', draftIds: ['a'] },
  });
  await plan.prepare();
  await expect.poll(() => plan.findings.isRunning).toBe(false);
  return plan;
}
const keys = (some: readonly { row: { key: string } }[]): string =>
  some.map(({ row }) => row.key).join(' ');

it('counts only selected rows, and names those with new errors', async () => {
  const host = new FakePlanApi();
  host.rows = ['a', 'b', 'c', 'd'].map((key) => aRow(key));
  host.findings = [
    { done: 2, found: [findings('a'), findings('b', { newErrors: 0 })] },
    { done: 4, found: [findings('c'), findings('d', { errors: 0, newErrors: 0, warnings: 1 })] },
  ];
  const plan = await checked(host);
  expect(plan.findings.done).toBe(4);
  expect(keys(plan.findings.brokenChosen)).toBe('a b c');
  expect(keys(plan.findings.newlyBroken)).toBe('a c');
  expect(plan.findings.of({ key: 'd' })).toMatchObject({ warnings: 1 });
  plan.rows.ticks.set(plan.rows.all.slice(0, 1), false);
  expect(keys(plan.findings.newlyBroken)).toBe('c');
});

it('are counted and shown for rows to send', async () => {
  const host = new FakePlanApi();
  host.rows = [aRow('a'), aRow('b', { state: 'undecided' }), aRow('c')];
  host.findings = [{ done: 3, found: [findings('a'), findings('b')] }];
  const plan = await checked(host);
  plan.sections.filter.shows = 'broken';
  expect(plan.findings.brokenCount).toBe(1);
  expect(plan.sections.shown.map(({ key }) => key)).toEqual(['a']);
});

it('checks again after an answer', async () => {
  const host = new FakePlanApi();
  host.rows = [aRow('a'), aRow('b', { state: 'undecided' })];
  const plan = await checked(host);
  expect(plan.findings.brokenChosen).toEqual([]);
  host.findings = [{ done: 2, found: [findings('b')] }];
  await plan.answer([aRow('b')], { method: 'PUT' });
  await expect.poll(() => keys(plan.findings.newlyBroken)).toBe('b');
});

it('shows the rows before their findings, and stops with the plan', async () => {
  const host = new FakePlanApi();
  host.rows = [aRow('a')];
  const plan = new Plan(host.api, new FakePlanDrafts(), {
    source: { kind: 'drafts', draftIds: ['a'] },
  });
  await plan.prepare();
  expect(plan).toMatchObject({ phase: 'prepared', findings: { isRunning: true } });
  plan.stop();
  expect(plan.findings.isRunning).toBe(false);
});
