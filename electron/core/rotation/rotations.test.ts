import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FindEvent, SearchedValue } from '#contract/rotation.ts';
import { ProblemError } from '#domain/problem.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';

const old = 'canary-old-7d1f93ab';
const next = 'canary-new-"5e0c44"';

let fixture: PlanFixture;
const header = (value: string) => ({ http_header_key: 'Authorization', http_header_value: value });
const stored = (name: string, value: string, payload_template = '{}') => ({
  name,
  url: 'https://a.example/hook',
  method: 'POST',
  payload_type: 'ALERT' as const,
  http_headers: [header(value)],
  payload_template,
});

beforeEach(async () => {
  fixture = await PlanFixture.open('B', {
    milliseconds: 5_000,
    stored: [
      stored('One', `Bearer ${old}`),
      stored('Two', 'Bearer other-value', `{"key": "${old}"}`),
      stored('Three', old),
      stored('None', 'Bearer other-value'),
    ],
  });
});
afterEach(() => fixture.close());

async function found(asked: SearchedValue) {
  const events: FindEvent[] = [];
  for await (const event of await fixture.core.client.rotation.find(asked)) events.push(event);
  const end = events.at(-1);
  if (end?.kind !== 'end') throw new Error('The search has no end.');
  const holders = events.flatMap((event) => (event.kind === 'holders' ? event.holders : []));
  return { ...end, holders, text: JSON.stringify(events) };
}

async function read(): Promise<void> {
  const client = await fixture.core.installations.open(fixture.connectionId);
  await client.list();
}

async function rotation(value = next) {
  await read();
  const { searchId } = await found({ kind: 'pasted', value: old });
  await fixture.core.client.rotation.giveNewValue({ searchId, value });
  return fixture.prepare({ kind: 'rotation', searchId });
}

const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.message;
    return String(error);
  }
  return 'not refused';
};

describe('a search', () => {
  it('reports the places of the value and the unread installations', async () => {
    expect(await found({ kind: 'pasted', value: old })).toMatchObject({
      holders: [],
      searched: 0,
      total: 1,
      neverRead: [fixture.connectionId],
    });
    await read();
    const { holders, text, ...end } = await found({ kind: 'pasted', value: ` ${old} ` });
    expect(end).toMatchObject({ searched: 1, total: 1, neverRead: [], webhooks: 4, origin: null });
    expect(holders).toMatchObject([
      { name: 'One', places: ['header Authorization'] },
      { name: 'Two', places: ['payload template'] },
      { name: 'Three', places: ['header Authorization'] },
    ]);
    expect(text).not.toContain(old);
    expect(fixture.writes).toEqual([]);
  });

  it('finds the value of a header without its scheme', async () => {
    await read();
    const one = (await fixture.held()).find(({ name }) => name === 'One');
    const [first] = one?.headers ?? [];
    if (one === undefined || first === undefined) throw new Error('No header.');
    const { connectionId } = fixture;
    const asked = { kind: 'header', connectionId, webhookId: one.id, headerId: first.id } as const;
    const search = await found({ ...asked, name: 'Authorization' });
    expect(search.holders).toHaveLength(3);
    expect(search.origin).toBe('what follows Bearer in the header Authorization of “One”');
    expect(search.text).not.toContain(old);
    const { rotation: client } = fixture.core.client;
    expect(
      await refusal(client.giveNewValue({ searchId: search.searchId, value: 'bearer new-value' })),
    ).toContain('Bearer');
    expect(await refusal(found({ ...asked, name: 'X-Other' }))).toContain('not in the list');
  });

  it('refuses short values, and deletes a search on request', async () => {
    expect(await refusal(found({ kind: 'pasted', value: 'short' }))).toContain('fewer than 8');
    await read();
    const { searchId } = await found({ kind: 'pasted', value: old });
    const { rotation: client } = fixture.core.client;
    expect(await refusal(fixture.prepare({ kind: 'rotation', searchId }))).toContain('missing');
    await client.forget({ searchId });
    expect(await refusal(client.giveNewValue({ searchId, value: next }))).toContain('no longer');
  });

  it('deletes its value when the vault is locked', async () => {
    await read();
    const { searchId } = await found({ kind: 'pasted', value: old });
    const { rotation: client } = fixture.core.client;
    fixture.ports.vault.lock();
    fixture.ports.vault.turn('ready');
    expect(await refusal(client.giveNewValue({ searchId, value: next }))).toContain('no longer');
  });

  it('can be cancelled', async () => {
    await read();
    const cancelled = new AbortController();
    cancelled.abort();
    const search = fixture.core.rotations.find(
      { kind: 'pasted', value: old },
      () => Promise.resolve(null),
      cancelled.signal,
    );
    expect(await refusal(search.next().then(() => search.next()))).toContain('cancelled');
  });
});

describe('a rotation', () => {
  it('replaces the value everywhere, never shows it, and finds nothing afterwards', async () => {
    const plan = await rotation();
    expect(plan.rows).toMatchObject([
      { name: 'One', state: 'ready' },
      { name: 'Two', state: 'ready' },
      { name: 'Three', state: 'ready' },
    ]);
    const { client } = fixture.core;
    const rows = await Promise.all(
      plan.rows.map(({ key }) => client.plans.row({ planId: plan.planId, key })),
    );
    const shown = JSON.stringify([plan.rows, rows]);
    expect(shown).toContain('Bearer (new value)');
    expect(shown).not.toContain('canary-');
    await fixture.run(plan);
    const held = await fixture.held();
    expect(held.map(({ headers }) => headers[0]?.value)).toEqual([
      `Bearer ${next}`,
      'Bearer other-value',
      next,
      'Bearer other-value',
    ]);
    expect(held[1]?.payloadTemplate).toBe(`{"key": ${JSON.stringify(next)}}`);
    const after = await found({ kind: 'plan', planId: plan.planId });
    expect(after).toMatchObject({ holders: [], searched: 1 });
    const { text } = await client.plans.report({ planId: plan.planId, format: 'text' });
    expect(text).toContain(
      'No webhook holds the old value (1 of 1 installations searched, oldest list ',
    );
    expect(text).not.toContain('canary-');
    expect(fixture.ports.secretsInUse.mask(`${old} ${next}`)).not.toContain('canary-');
  });

  it('includes webhooks that received the value after the last read', async () => {
    await read();
    const none = (await fixture.held()).find(({ name }) => name === 'None');
    await fixture.remoteMarkDetails(none?.id ?? -1, { url: `https://a.example/${old}` });
    expect((await rotation()).rows).toHaveLength(4);
  });

  it('tries one webhook first, reports the remaining ones, and continues', async () => {
    const plan = await rotation();
    const { client, plans } = fixture.core;
    const keys = plan.rows.map(({ key }) => key);
    const first = keys[1] ?? '';
    const options = { atOnce: 4, onFailure: 'stop' } as const;
    await client.plans.run({ planId: plan.planId, keys, options, first });
    const { planState, results } = await fixture.ended(plan.planId);
    expect(planState).toMatchObject({ status: 'paused', left: 2, rotates: true });
    expect(results.get(first)).toMatchObject({ outcome: 'done' });
    expect(fixture.writes).toHaveLength(1);
    const { text } = await client.plans.report({ planId: plan.planId, format: 'text' });
    expect(text).toMatch(
      /still hold the old value \(1 of 1 installations searched, oldest list [^)]+\):\n {2}acme: One/,
    );

    const second = await rotation();
    const others = { planId: second.planId, keys: second.rows.map(({ key }) => key), options };
    expect(await refusal(client.plans.run(others))).toContain('Another plan');

    await fixture.restart();
    await fixture.core.plans.runs.resume(plan.planId);
    expect((await fixture.ended(plan.planId)).planState).toMatchObject({
      status: 'ended',
      left: 0,
    });
    expect(fixture.writes).toHaveLength(3);
    expect(plans.runs.hasRunning).toBe(false);
  });

  it('undoes the first webhook', async () => {
    const before = await fixture.held();
    const plan = await rotation();
    const keys = plan.rows.map(({ key }) => key);
    await fixture.core.plans.run(plan.planId, keys, { atOnce: 4, onFailure: 'stop' }, keys[0]);
    const { results } = await fixture.ended(plan.planId);
    const entryId = results.get(keys[0] ?? '')?.entryId ?? '';
    await fixture.run(await fixture.prepare({ kind: 'undo', entryIds: [entryId] }));
    expect(await fixture.held()).toEqual(before);
  });

  it('skips a webhook that changed after the plan was prepared', async () => {
    const plan = await rotation();
    const one = (await fixture.held()).find(({ name }) => name === 'One');
    await fixture.remoteMarkDetails(one?.id ?? -1, { name: 'One, renamed' });
    const { results } = await fixture.run(plan);
    const outcomes = [...results.values()].map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['done', 'done', 'failed']);
    const told = JSON.stringify([...results.values()]);
    expect(told).toContain('One, renamed');
    expect(told).not.toContain('canary-');
    const still = await found({ kind: 'plan', planId: plan.planId });
    expect(still.holders).toMatchObject([{ name: 'One, renamed' }]);
  });
});
