import { describe, expect, it } from 'vitest';
import type { PlanRowView } from '#contract/plans.ts';
import { plainProblem } from '#domain/problem.ts';
import type { Need } from '#domain/publishing/plan.ts';
import { Plan } from './plan.svelte.ts';
import { aFilePlanRow, aRow } from './testing/a-plan.ts';
import { FakePlanApi, FakePlanDrafts } from './testing/plan-api.fake.ts';

const deletion = { action: 'delete', fileRow: null, selected: false } as const;
const pair: Need[] = [{ kind: 'pair' }];
const key: Need[] = [{ kind: 'secret', name: 'key' }];
const offline = plainProblem('unreachable', 'It cannot be reached.', 'Check the network.');

async function planOf(rows: readonly PlanRowView[], unread: readonly string[] = []) {
  const host = new FakePlanApi();
  host.rows = rows;
  for (const id of unread) host.unread.set(id, offline);
  const connectionIds = [...new Set([...rows.map(({ connectionId }) => connectionId), ...unread])];
  const file = { fileId: 'file', connectionIds, keys: null, alsoRemove: true };
  const plan = new Plan(host.api, new FakePlanDrafts(), { source: { kind: 'bundle', ...file } });
  await plan.prepare();
  return { host, plan };
}
const chosen = ({ rows }: Plan): string => rows.chosen.map((row) => row.key).join(' ');
function rowOf({ rows }: Plan, wanted: string): PlanRowView {
  const row = rows.find(wanted);
  if (row === null) throw new Error(`no row ${wanted}`);
  return row;
}

describe('ticks', () => {
  it('are off for deletions and for rows that cannot be sent', async () => {
    const { plan } = await planOf([
      aFilePlanRow('a'),
      aFilePlanRow('b', { action: 'update' }),
      aFilePlanRow('c', { action: 'update', state: 'unchanged' }),
      aFilePlanRow('d', { state: 'undecided', needs: pair }),
      aFilePlanRow('e', { state: 'blocked' }),
      aFilePlanRow(' remove 7', deletion),
    ]);
    expect(chosen(plan)).toBe('acme/a acme/b');
    plan.rows.ticks.set([rowOf(plan, 'acme/d'), rowOf(plan, 'acme/e')], true);
    expect(chosen(plan)).toBe('acme/a acme/b');
    plan.rows.ticks.toggle(rowOf(plan, 'acme/ remove 7'));
    expect(chosen(plan)).toBe('acme/a acme/b acme/ remove 7');
  });

  it('are set on an answered row and not on a deletion that returns', async () => {
    const removal = aFilePlanRow(' remove 7', deletion);
    const { plan, host } = await planOf([
      aFilePlanRow('a', { state: 'undecided', needs: pair }),
      removal,
    ]);
    plan.rows.ticks.toggle(removal);
    const changed = aFilePlanRow('a', { action: 'update', webhookId: 7 });
    host.replan = { rows: [changed], gone: [removal.key] };
    await plan.answer([rowOf(plan, 'acme/a')], { pairWith: 7 });
    expect(chosen(plan)).toBe('acme/a');
    host.replan = { rows: [aFilePlanRow('a', { action: 'create' }), removal], gone: [] };
    await plan.answer([rowOf(plan, 'acme/a')], { pairWith: 'create' });
    expect(plan.rows.all.map((row) => row.key)).toEqual(['acme/a', removal.key]);
    expect(chosen(plan)).toBe('acme/a');
  });
});

describe('a run', () => {
  it('of a file names each row that the person selected', async () => {
    const { plan, host } = await planOf([aFilePlanRow('a'), aFilePlanRow('b'), aFilePlanRow('c')]);
    host.rows = [...host.rows, aFilePlanRow('unseen')];
    plan.rows.ticks.toggle(rowOf(plan, 'acme/b'));
    host.tell(null);
    await plan.start();
    expect(host.calls).toContain('run acme/a acme/c');
  });

  it('sends the keys of the known rows after a failed answer', async () => {
    const host = new FakePlanApi();
    host.rows = [aRow('a'), aRow('b', { state: 'undecided', needs: pair })];
    const source = { kind: 'drafts' as const, draftIds: ['acme/a', 'acme/b'] };
    const plan = new Plan(host.api, new FakePlanDrafts(), { source });
    await plan.prepare();
    host.refusal = offline;
    await plan.answer([rowOf(plan, 'b')], { method: 'PUT' });
    host.rows = [aRow('a'), aRow('b')];
    host.tell(null);
    await plan.start();
    expect(host.calls).toContain('run a');
  });
});

describe('answers', () => {
  it('apply to several rows at once, and again after a refresh', async () => {
    const method: Need = { kind: 'method', given: 'PATCH', choices: ['PUT'], proposed: 'PUT' };
    const { plan, host } = await planOf([
      aFilePlanRow('a', { state: 'undecided', needs: [method] }),
      aFilePlanRow('b', { state: 'undecided', needs: [method] }),
    ]);
    await plan.answer(plan.rows.all, { method: 'PUT' });
    expect(host.calls.at(-1)).toBe('answer {"method":"PUT"} acme/a acme/b');
    expect(chosen(plan)).toBe('acme/a acme/b');
    await plan.prepare();
    expect(host.calls.slice(-2)).toEqual(['prepare acme: all, removals after plan', 'forget plan']);
  });

  it('that the host refuses change nothing and set a problem', async () => {
    const { plan, host } = await planOf([aFilePlanRow('a', { state: 'undecided', needs: pair })]);
    host.refusal = offline;
    await plan.answer([rowOf(plan, 'acme/a')], { pairWith: 7 });
    expect(plan).toMatchObject({ problem: offline, busy: false });
    expect(chosen(plan)).toBe('');
  });

  it('keep the previous alternatives for another choice', async () => {
    const alternatives = [7, 8].map((webhookId) => ({
      webhookId,
      name: 'Pager',
      url: 'https://hooks.example.com/',
      method: 'POST',
      enabled: true,
      because: ['same-name' as const],
    }));
    const { plan, host } = await planOf([
      aFilePlanRow('a', { state: 'undecided', needs: pair, alternatives }),
    ]);
    const now = aFilePlanRow('a', {
      action: 'update',
      webhookId: 7,
      alternatives: alternatives.slice(1),
    });
    host.replan = { rows: [now], gone: [] };
    await plan.answer([rowOf(plan, 'acme/a')], { pairWith: 7 });
    expect(plan.rows.alternativesOf(now).map(({ webhookId }) => webhookId)).toEqual([7, 8]);
  });

  it('of an earlier plan apply to the next plan of the file', async () => {
    const { plan: earlier, host } = await planOf([aFilePlanRow('a')]);
    const { source } = earlier;
    const plan = new Plan(host.api, new FakePlanDrafts(), { source, earlier });
    await plan.prepare();
    expect(host.calls.slice(-2)).toEqual(['prepare acme: all, removals after plan', 'forget plan']);
    expect(plan.planId).toBe('plan-2');
  });

  it('of an earlier plan stay while that plan runs', async () => {
    const { plan: earlier, host } = await planOf([aFilePlanRow('a')]);
    void earlier.start();
    const { source } = earlier;
    const plan = new Plan(host.api, new FakePlanDrafts(), { source, earlier });
    await plan.prepare();
    expect(host.calls).not.toContain('forget plan');
  });
});

it('a secret is requested once per installation and destination, for all its rows', async () => {
  const { plan, host } = await planOf([
    aFilePlanRow('a', { state: 'undecided', needs: key }),
    aFilePlanRow('b', { state: 'undecided', needs: key }),
    aFilePlanRow('c', {
      state: 'undecided',
      needs: key,
      destination: 'https://other.example.com/',
    }),
    aFilePlanRow('a', { state: 'undecided', connectionId: 'globex', needs: key }),
  ]);
  expect(plan.rows.wanted.map(({ connectionId, rows }) => `${connectionId} ${rows}`)).toEqual([
    'acme 2',
    'acme 1',
    'globex 1',
  ]);
  const [wanted] = plan.rows.wanted;
  if (wanted === undefined) throw new Error('no secret is needed');
  const filled = [{ name: 'key', remembered: true }];
  host.replan = { rows: [aFilePlanRow('a', { filled }), aFilePlanRow('b', { filled })], gone: [] };
  expect(await plan.giveSecret('acme', wanted, 'canary', true)).toBe(true);
  expect(host.calls.at(-1)).toBe('give acme key, remember');
  expect(chosen(plan)).toBe('acme/a acme/b');
  expect(plan.rows.used).toEqual([{ ...wanted, remembered: true }]);
  expect(plan.rows.wanted.map(({ connectionId }) => connectionId)).toEqual(['acme', 'globex']);
  await plan.withdrawSecret('acme', wanted);
  expect(host.calls.at(-1)).toBe('withdraw acme key');
});
