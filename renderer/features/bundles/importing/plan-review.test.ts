import { describe, expect, it } from 'vitest';
import type { Question } from '#domain/bundle/plan/bundle-plan.ts';
import { plainProblem } from '#domain/problem.ts';
import { aPlanRow, FakeImportApi } from '../testing/import-api.fake.ts';
import { PlanReview } from './plan-review.svelte.ts';

const pair: Question[] = [{ kind: 'pair' }];
const key: Question[] = [{ kind: 'secret', name: 'key' }];
const offline = plainProblem('unreachable', 'It cannot be reached.', 'Look at the network.');

async function reviewOf(
  rows: FakeImportApi['planRows'],
  { order = [], unread = [] }: { order?: string[]; unread?: string[] } = {},
) {
  const host = new FakeImportApi();
  host.planRows = rows;
  for (const id of unread) host.unread.set(id, offline);
  const connectionIds = [...new Set([...rows.map(({ connectionId }) => connectionId), ...unread])];
  const input = { fileId: 'file', connectionIds, keys: null, alsoRemove: true };
  const review = new PlanReview(host.api, input, () => order);
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
      aPlanRow('a'),
      aPlanRow('b', { kind: 'update' }),
      aPlanRow('c', { kind: 'unchanged' }),
      aPlanRow('d', { kind: 'decision', questions: pair }),
      aPlanRow('e', { kind: 'invalid' }),
      aPlanRow(' remove 7', { kind: 'removal', rowKey: null }),
    ]);
    expect(chosen(review)).toBe('acme/a acme/b');
    review.ticks.set([rowOf(review, 'acme/d'), rowOf(review, 'acme/e')], true);
    expect(chosen(review)).toBe('acme/a acme/b');
    review.ticks.toggle(rowOf(review, 'acme/ remove 7'));
    expect(chosen(review)).toBe('acme/a acme/b acme/ remove 7');
    expect(review.source).toEqual({
      kind: 'bundle',
      bundlePlanId: 'plan-1',
      rows: ['acme/a', 'acme/b', 'acme/ remove 7'].map((row) => ({
        connectionId: 'acme',
        key: row,
      })),
    });
  });

  it('a row that is decided is ticked, and a removal that comes back is not', async () => {
    const removal = aPlanRow(' remove 7', { kind: 'removal', rowKey: null });
    const { review, host } = await reviewOf([
      aPlanRow('a', { kind: 'decision', questions: pair }),
      removal,
    ]);
    review.ticks.toggle(removal);
    host.replan = { rows: [aPlanRow('a', { kind: 'update', webhookId: 7 })], gone: [removal.key] };
    await review.decide(rowOf(review, 'acme/a'), { pairWith: 7 });
    expect(chosen(review)).toBe('acme/a');
    host.replan = { rows: [aPlanRow('a', { kind: 'create' }), removal], gone: [] };
    await review.decide(rowOf(review, 'acme/a'), { pairWith: 'create' });
    expect(review.rows.map((row) => row.key)).toEqual(['acme/a', removal.key]);
    expect(chosen(review)).toBe('acme/a');
  });
});

describe('decisions', () => {
  it('of one row are kept together, and looking again says them anew', async () => {
    const { review, host } = await reviewOf([aPlanRow('a', { kind: 'decision', questions: pair })]);
    const row = rowOf(review, 'acme/a');
    await review.decide(row, { pairWith: 7 });
    await review.decide(row, { method: 'PUT' });
    await review.prepare();
    const both = 'decide acme acme/a {"pairWith":7,"method":"PUT"}';
    expect(host.calls.slice(-4)).toEqual([both, 'forget plan-1', 'plan acme: all, removals', both]);
    await review.decideNothing(row);
    expect(review.decisionOf(row)).toEqual({});
    await review.prepare();
    expect(host.calls.at(-1)).toBe('plan acme: all, removals');
  });

  it('of several rows that ask the same are said at once', async () => {
    const method: Question = { kind: 'method', given: 'PATCH', choices: ['PUT'], proposed: 'PUT' };
    const { review, host } = await reviewOf([
      aPlanRow('a', { kind: 'decision', questions: [method] }),
      aPlanRow('b', { kind: 'decision', questions: [method] }),
    ]);
    await review.decide(rowOf(review, 'acme/b'), { pairWith: 'create' });
    host.replan = { rows: [aPlanRow('a'), aPlanRow('b')], gone: [] };
    await review.decideAll(review.rows, { method: 'PUT' });
    expect(host.calls.filter((call) => call.startsWith('decide'))).toHaveLength(2);
    expect(review.decisionOf(rowOf(review, 'acme/b'))).toEqual({
      pairWith: 'create',
      method: 'PUT',
    });
    expect(chosen(review)).toBe('acme/a acme/b');
  });

  it('that is refused changes nothing, and says why', async () => {
    const { review, host } = await reviewOf([aPlanRow('a', { kind: 'decision', questions: pair })]);
    host.refusal = offline;
    await review.decide(rowOf(review, 'acme/a'), { pairWith: 7 });
    expect(review).toMatchObject({ problem: offline, busy: false });
    expect(review.decisionOf(rowOf(review, 'acme/a'))).toEqual({});
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
      aPlanRow('a', { kind: 'decision', questions: pair, alternatives }),
    ]);
    const now = aPlanRow('a', {
      kind: 'update',
      webhookId: 7,
      alternatives: alternatives.slice(1),
    });
    host.replan = { rows: [now], gone: [] };
    await review.decide(rowOf(review, 'acme/a'), { pairWith: 7 });
    expect(review.alternativesOf(now).map(({ webhookId }) => webhookId)).toEqual([7, 8]);
  });
});

it('a secret is asked for once for an installation and a destination, and goes to those rows', async () => {
  const elsewhere = { destination: 'https://other.example.com/', questions: key };
  const { review, host } = await reviewOf([
    aPlanRow('a', { kind: 'decision', questions: key }),
    aPlanRow('b', { kind: 'decision', questions: key }),
    aPlanRow('c', { kind: 'decision', ...elsewhere }),
    aPlanRow('a', { kind: 'decision', connectionId: 'globex', questions: key }),
  ]);
  expect(review.wanted.map(({ connectionId, rows }) => `${connectionId} ${rows}`)).toEqual([
    'acme 2',
    'acme 1',
    'globex 1',
  ]);
  const [wanted] = review.wanted;
  if (wanted === undefined) throw new Error('nothing is wanted');
  const filled = [{ name: 'key', remembered: true }];
  host.replan = { rows: [aPlanRow('a', { filled }), aPlanRow('b', { filled })], gone: [] };
  expect(await review.giveSecret('acme', wanted, 'canary', true)).toBe(true);
  expect(host.calls.at(-1)).toBe('give acme key, remember');
  expect(chosen(review)).toBe('acme/a acme/b');
  expect(review.used).toEqual([{ ...wanted, remembered: true }]);
  expect(review.wanted.map(({ connectionId }) => connectionId)).toEqual(['acme', 'globex']);
  await review.withdrawSecret('acme', wanted);
  expect(host.calls.at(-1)).toBe('withdraw acme key');
});

it('an installation that cannot be read does not keep the others', async () => {
  const { review } = await reviewOf(
    [aPlanRow('a', { connectionId: 'stage' }), aPlanRow('b', { connectionId: 'prod' })],
    { order: ['prod', 'stage'], unread: ['gone'] },
  );
  expect(review.connectionIds).toEqual(['prod', 'stage', 'gone']);
  expect(review.rows.map((row) => row.key)).toEqual(['prod/b', 'stage/a']);
  expect(review.progress.get('gone')).toMatchObject({ step: 'failed', problem: offline });
  expect(review.phase).toBe('ready');
});

it('shows rows of a kind, and those whose name is looked for', async () => {
  const { review } = await reviewOf([
    aPlanRow('a'),
    aPlanRow('b', { kind: 'update', name: 'Pager', webhookId: 41 }),
  ]);
  const { filter } = review;
  const shown = () => review.rows.filter((row) => filter.shows(row)).map((row) => row.key);
  expect(filter.counts).toMatchObject({ create: 1, update: 1, removal: 0 });
  filter.kind = 'update';
  expect(shown()).toEqual(['acme/b']);
  filter.kind = 'all';
  filter.text = 'webhook A';
  expect(shown()).toEqual(['acme/a']);
  filter.text = '41';
  expect(shown()).toEqual(['acme/b']);
});
