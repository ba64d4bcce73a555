import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlanReport } from '#domain/publishing/report.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem } from '#test-support/plan-items-fixture.ts';
import { unseen } from '#test-support/seen-webhooks.ts';

let fixture: PlanFixture;
beforeEach(async () => {
  fixture = await PlanFixture.open('B', { milliseconds: 5_000 });
});
afterEach(() => fixture.close());

const prepared = (...names: string[]) =>
  fixture.prepare(names.map((name) => createItem(fixture.connectionId, name)));

async function reported(planId: string): Promise<PlanReport> {
  const { text } = await fixture.core.plans.report(planId, 'json');
  return JSON.parse(text) as PlanReport;
}

async function all<Item>(stream: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** Such as `one done`, row by row. */
const outcomes = ({ installations }: PlanReport): string[] =>
  installations.flatMap(({ rows }) => rows.map(({ name, outcome }) => `${name} ${outcome}`));

const oneAtATime = { atOnce: 1, onFailure: 'stop' as const };

describe('the report of a plan', () => {
  it('exists before the run, and says that nothing was sent', async () => {
    const { planId } = await prepared('one');
    expect(await reported(planId)).toMatchObject({ status: 'prepared', begunAt: null });
    const { text, fileName } = await fixture.core.plans.report(planId, 'text');
    expect(text).toContain('Nothing was sent');
    expect(fileName).toMatch(/^hookdesk-plan-\d{4}-\d\d-\d\d\.txt$/);
  });

  it('lists done rows, rows without an outcome and rows left out during the run', async () => {
    const { planId } = await prepared('one', 'two', 'three', 'four');
    const halfWay: PlanReport[] = [];
    fixture.hooks.before = async () => {
      halfWay.push(await reported(planId));
    };
    await fixture.core.plans.run(planId, ['one', 'two', 'three'], oneAtATime);
    await fixture.ended(planId);
    expect(halfWay.map(({ status }) => status)).toEqual(['running', 'running', 'running']);
    expect(halfWay.slice(0, 2).map((report) => outcomes(report).slice(1))).toEqual([
      ['two open', 'three open', 'four left-out'],
      ['two open', 'three open', 'four left-out'],
    ]);
    expect(halfWay.slice(1).map((report) => outcomes(report)[0])).not.toContain('one open');
    expect(await reported(planId)).toMatchObject({ status: 'ended', counts: { done: 3 } });
  });

  it('lists failed rows and rows not attempted, and says that the plan stopped', async () => {
    const { planId, rows } = await prepared('one', 'two', 'three');
    fixture.hooks.before = (_, nth) =>
      nth === 2 ? fixture.faults({ kind: '500', only: 'writes' }) : undefined;
    await fixture.run({ planId, rows }, oneAtATime);
    await fixture.faults();
    const report = await reported(planId);
    expect(report.status).toBe('stopped');
    expect(outcomes(report)).toEqual(['one done', 'two failed', 'three not-attempted']);
    expect(report.installations[0]?.rows[1]?.problem?.code).toBe('server-failed');
  });

  it('is still correct after Hookdesk closed during the run', async () => {
    const { planId } = await prepared('one', 'two', 'three');
    let ending: Promise<void> | null = null;
    fixture.hooks.before = (_, nth) => {
      if (nth === 2) ending = fixture.core.plans.runs.close();
    };
    await fixture.core.plans.run(planId, ['one', 'two', 'three'], oneAtATime);
    await expect.poll(() => ending).not.toBeNull();
    await fixture.restart();
    const report = await reported(planId);
    expect(report.status).toBe('interrupted');
    expect(outcomes(report)).toEqual([
      'one done',
      'two done',
      expect.stringMatching(/three (failed|not)/),
    ]);
  });

  it('replaces an unknown outcome with the later one', async () => {
    const { planId, rows } = await prepared('one');
    await fixture.faults({ kind: 'reset-after', only: 'writes' });
    fixture.hooks.after = () => fixture.faults({ kind: 'reset-before', only: 'reads' });
    await fixture.run({ planId, rows });
    expect(outcomes(await reported(planId))).toEqual(['one unknown']);
    await fixture.faults();
    await prepared('two');
    await expect.poll(async () => outcomes(await reported(planId))).toEqual(['one done']);
  });

  it('follows outcomes that are found after the end, also once the plan is not stored', async () => {
    const { planId, rows } = await prepared('one');
    await fixture.faults({ kind: 'reset-after', only: 'writes' });
    fixture.hooks.after = () => fixture.faults({ kind: 'reset-before', only: 'reads' });
    const { planState } = await fixture.run({ planId, rows });
    expect(planState).toMatchObject({ left: 0, counts: { unknown: 1 } });
    const following = all(fixture.core.plans.runs.outcomes(planId));
    await fixture.faults();
    await prepared('two');
    expect(await following).toMatchObject([
      { kind: 'results', results: [{ key: 'one', outcome: 'done' }] },
      { kind: 'state', planState: { counts: { unknown: 0, done: 1 } } },
    ]);
    expect(await fixture.core.plans.runs.unfinished()).toEqual([]);
    expect(outcomes(await reported(planId))).toEqual(['one done']);
    expect(await all(fixture.core.plans.runs.outcomes(planId))).toEqual([]);
    expect((await fixture.ended(planId)).planState.counts).toMatchObject({ done: 1, unknown: 0 });
  });

  it('contains no secret of a request', async () => {
    const { planId } = await prepared('is secret-in-use');
    for (const format of ['text', 'json'] as const) {
      const { text } = await fixture.core.plans.report(planId, format);
      expect(text).toContain('is ••••••••');
      expect(text).not.toContain('secret-in-use');
    }
  });

  it('is refused for an unknown plan', async () => {
    await expect(fixture.core.plans.report('none', 'text')).rejects.toMatchObject({
      problem: { code: 'refused' },
    });
  });
});

it('the progress of plans is shown while they run, and cleared after', async () => {
  const shown: (number | null)[] = [];
  fixture.ports.showProgress = (share?: number | null) => {
    shown.push(share ?? null);
  };
  await fixture.restart();
  await fixture.run(await prepared('one', 'two', 'three', 'four'), oneAtATime);
  await expect.poll(() => shown.at(-1)).toBeNull();
  expect(shown.slice(0, 5)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(shown.filter((share) => share === null)).toHaveLength(1);
});

it('names the webhooks that read-only installations keep, also after a restart', async () => {
  const there = await fixture.connect('globex');
  for (const id of [fixture.connectionId, there]) {
    await (await fixture.core.installations.open(id)).list();
  }
  const selection = [fixture.connectionId, there].map((connectionId) => ({
    connectionId,
    webhooks: unseen(1, 2),
  }));
  await fixture.makeReadOnly();
  const plan = await fixture.prepare({ kind: 'webhooks', selection, change: 'delete' });
  expect(plan.rows.filter(({ problem }) => problem?.code === 'read-only')).toHaveLength(2);
  const textOf = async (): Promise<string> =>
    (await fixture.core.plans.report(plan.planId, 'text')).text;
  expect(await textOf()).toContain('acme is read-only: 2 webhooks are not deleted.\n');

  await fixture.faults({ kind: '500', only: 'writes' });
  const { planState } = await fixture.run(plan);
  const readOnly = [{ connectionId: fixture.connectionId, webhooks: 2, action: 'delete' }];
  expect(planState).toMatchObject({ left: 2, readOnly });
  expect(fixture.writes).toHaveLength(2);
  expect(await textOf()).toContain('acme is read-only: 2 webhooks were not deleted.\n');
  expect(await textOf()).not.toContain('could not be read');
  expect(await textOf()).not.toContain('is marked read-only');

  await fixture.restart();
  expect(await textOf()).toContain('acme is read-only: 2 webhooks were not deleted.\n');
  expect(await fixture.core.plans.runs.unfinished()).toMatchObject([{ readOnly }]);
});
