import { describe, expect, it } from 'vitest';
import { plainProblem } from '#domain/problem.ts';
import type { Need } from '#domain/publishing/plan.ts';
import { Plan } from '../../plan/plan.svelte.ts';
import { FakePlanApi, FakePlanDrafts } from '../../plan/testing/plan-api.fake.ts';
import { aFilePlanRow } from '../testing/import-api.fake.ts';
import { PlanReview } from './plan-review.svelte.ts';

const removed = { action: 'delete', fileRow: null, selected: false } as const;
const pair: Need[] = [{ kind: 'pair' }];
const key: Need[] = [{ kind: 'secret', name: 'key' }];
const offline = plainProblem('unreachable', 'It cannot be reached.', 'Look at the network.');

async function reviewOf(
  rows: FakePlanApi['rows'],
  { order = [], unread = [] }: { order?: string[]; unread?: string[] } = {},
) {
  const host = new FakePlanApi();
  host.rows = rows;
  for (const id of unread) host.unread.set(id, offline);
  const connectionIds = [...new Set([...rows.map(({ connectionId }) => connectionId), ...unread])];
  const source = { fileId: 'file', connectionIds, keys: null, alsoRemove: true };
  const review = new PlanReview(host.api, { kind: 'bundle', ...source }, () => order);
  await review.prepare();
  return { host, review };
}
const chosen = ({ chosen: rows }: PlanReview): string => rows.map((row) => row.key).join(' ');
const rowOf = ({ rows }: PlanReview, wanted: string) => {
  const row = rows.find((each) => each.key === wanted);
  if (row === undefined) throw new Error(`no row ${wanted}`);
  return row;
};

describe('ticks', () => {
  it('are as the core proposes: removals off, and nothing that cannot be sent', async () => {
    const { review } = await reviewOf([
      aFilePlanRow('a'),
      aFilePlanRow('b', { action: 'update' }),
      aFilePlanRow('c', { action: 'update', state: 'unchanged' }),
      aFilePlanRow('d', { state: 'undecided', needs: pair }),
      aFilePlanRow('e', { state: 'blocked' }),
      aFilePlanRow(' remove 7', removed),
    ]);
    expect(chosen(review)).toBe('acme/a acme/b');
    review.ticks.set([rowOf(review, 'acme/d'), rowOf(review, 'acme/e')], true);
    expect(chosen(review)).toBe('acme/a acme/b');
    review.ticks.toggle(rowOf(review, 'acme/ remove 7'));
    expect(chosen(review)).toBe('acme/a acme/b acme/ remove 7');
  });

  it('a row that is decided is ticked, and a removal that comes back is not', async () => {
    const removal = aFilePlanRow(' remove 7', removed);
    const { review, host } = await reviewOf([
      aFilePlanRow('a', { state: 'undecided', needs: pair }),
      removal,
    ]);
    review.ticks.toggle(removal);
    host.replan = {
      rows: [aFilePlanRow('a', { action: 'update', webhookId: 7 })],
      gone: [removal.key],
    };
    await review.answer([rowOf(review, 'acme/a')], { pairWith: 7 });
    expect(chosen(review)).toBe('acme/a');
    host.replan = { rows: [aFilePlanRow('a', { action: 'create' }), removal], gone: [] };
    await review.answer([rowOf(review, 'acme/a')], { pairWith: 'create' });
    expect(review.rows.map((row) => row.key)).toEqual(['acme/a', removal.key]);
    expect(chosen(review)).toBe('acme/a');
  });
});

describe('decisions', () => {
  it('are made for several rows at once, and apply again after another look', async () => {
    const method: Need = { kind: 'method', given: 'PATCH', choices: ['PUT'], proposed: 'PUT' };
    const { review, host } = await reviewOf([
      aFilePlanRow('a', { state: 'undecided', needs: [method] }),
      aFilePlanRow('b', { state: 'undecided', needs: [method] }),
    ]);
    await review.answer(review.rows, { method: 'PUT' });
    expect(host.calls.at(-1)).toBe('answer {"method":"PUT"} acme/a acme/b');
    expect(chosen(review)).toBe('acme/a acme/b');
    await review.prepare();
    expect(host.calls.slice(-2)).toEqual(['prepare acme: all, removals after plan', 'forget plan']);
  });

  it('that is refused changes nothing, and says why', async () => {
    const { review, host } = await reviewOf([
      aFilePlanRow('a', { state: 'undecided', needs: pair }),
    ]);
    host.refusal = offline;
    await review.answer([rowOf(review, 'acme/a')], { pairWith: 7 });
    expect(review).toMatchObject({ problem: offline, busy: false });
  });

  it('a webhook that was once an alternative stays one, so that another can be chosen', async () => {
    const alternatives = [7, 8].map((webhookId) => ({
      webhookId,
      name: 'Pager',
      url: 'https://hooks.example.com/',
      method: 'POST',
      enabled: true,
      because: ['same-name' as const],
    }));
    const { review, host } = await reviewOf([
      aFilePlanRow('a', { state: 'undecided', needs: pair, alternatives }),
    ]);
    const now = aFilePlanRow('a', {
      action: 'update',
      webhookId: 7,
      alternatives: alternatives.slice(1),
    });
    host.replan = { rows: [now], gone: [] };
    await review.answer([rowOf(review, 'acme/a')], { pairWith: 7 });
    expect(review.alternativesOf(now).map(({ webhookId }) => webhookId)).toEqual([7, 8]);
  });
});

it('a secret is asked for once for an installation and a destination, and goes to those rows', async () => {
  const elsewhere = { destination: 'https://other.example.com/', needs: key };
  const { review, host } = await reviewOf([
    aFilePlanRow('a', { state: 'undecided', needs: key }),
    aFilePlanRow('b', { state: 'undecided', needs: key }),
    aFilePlanRow('c', { state: 'undecided', ...elsewhere }),
    aFilePlanRow('a', { state: 'undecided', connectionId: 'globex', needs: key }),
  ]);
  expect(review.wanted.map(({ connectionId, rows }) => `${connectionId} ${rows}`)).toEqual([
    'acme 2',
    'acme 1',
    'globex 1',
  ]);
  const [wanted] = review.wanted;
  if (wanted === undefined) throw new Error('nothing is wanted');
  const filled = [{ name: 'key', remembered: true }];
  host.replan = { rows: [aFilePlanRow('a', { filled }), aFilePlanRow('b', { filled })], gone: [] };
  expect(await review.giveSecret('acme', wanted, 'canary', true)).toBe(true);
  expect(host.calls.at(-1)).toBe('give acme key, remember');
  expect(chosen(review)).toBe('acme/a acme/b');
  expect(review.used).toEqual([{ ...wanted, remembered: true }]);
  expect(review.wanted.map(({ connectionId }) => connectionId)).toEqual(['acme', 'globex']);
  await review.withdrawSecret('acme', wanted);
  expect(host.calls.at(-1)).toBe('withdraw acme key');
});

it('does not release a plan that the plan pane still shows', async () => {
  const { review, host } = await reviewOf([aFilePlanRow('a')]);
  const plan = new Plan(host.api, new FakePlanDrafts(), review.source);
  plan.take('plan', review.chosen);
  review.handedOver = plan;
  await review.prepare();
  expect(host.calls).not.toContain('forget plan');
  expect(review.handedOver).toBeNull();
});

it('an installation that cannot be read does not keep the others', async () => {
  const { review } = await reviewOf(
    [aFilePlanRow('a', { connectionId: 'stage' }), aFilePlanRow('b', { connectionId: 'prod' })],
    { order: ['prod', 'stage'], unread: ['gone'] },
  );
  expect(review.connectionIds).toEqual(['prod', 'stage', 'gone']);
  expect(review.rows.map((row) => row.key)).toEqual(['prod/b', 'stage/a']);
  expect(review.progress.get('gone')).toMatchObject({ step: 'failed', problem: offline });
  expect(review.phase).toBe('ready');
});

it('shows rows of a kind, and those whose name is looked for', async () => {
  const { review } = await reviewOf([
    aFilePlanRow('a'),
    aFilePlanRow('b', { action: 'update', name: 'Pager', webhookId: 41 }),
  ]);
  const { filter } = review;
  const shown = () => review.rows.filter((row) => filter.shows(row)).map((row) => row.key);
  expect(filter.counts).toMatchObject({ create: 1, update: 1, delete: 0 });
  filter.kind = 'update';
  expect(shown()).toEqual(['acme/b']);
  filter.kind = 'all';
  filter.text = 'webhook A';
  expect(shown()).toEqual(['acme/a']);
  filter.text = '41';
  expect(shown()).toEqual(['acme/b']);
});
