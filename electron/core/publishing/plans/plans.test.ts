import { afterEach, describe, expect, it } from 'vitest';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem, renameItem } from '#test-support/plan-items-fixture.ts';

let house: PlanFixture;
afterEach(() => house.close());

async function opened(options: Parameters<typeof PlanFixture.open>[1] = {}): Promise<Webhook> {
  house = await PlanFixture.open('B', { milliseconds: 5_000, ...options });
  const [first] = await house.held();
  if (first === undefined) throw new Error('The service holds nothing.');
  return first;
}

describe('a plan', () => {
  it('puts the changes of both sides together and says so', async () => {
    const base = await opened();
    await house.run(await house.prepare([renameItem(house.connectionId, base, 'Theirs')]));
    const definition = { ...definitionOf(base), enabled: !base.enabled };
    const plan = await house.prepare([{ ...renameItem(house.connectionId, base, ''), definition }]);
    expect(plan.rows).toMatchObject([{ state: 'ready', name: 'Theirs' }]);
    expect(plan.rows[0]?.reasons.join(' ')).toContain('what was changed there stays: name');
    await house.run(plan);
    expect(await house.held()).toContainEqual(
      expect.objectContaining({ id: base.id, name: 'Theirs', enabled: !base.enabled }),
    );
  });

  it('sends no row of which the installation holds something else than was shown', async () => {
    const base = await opened();
    const plan = await house.prepare([renameItem(house.connectionId, base, 'Mine')]);
    await house.run(await house.prepare([renameItem(house.connectionId, base, 'Theirs')]));
    const { results } = await house.run(plan);
    expect(results.get('Mine')).toMatchObject({
      outcome: 'failed',
      entryId: null,
      problem: { code: 'conflict', live: { name: 'Theirs' } },
    });
    expect(house.writes).toHaveLength(1);
  });

  it('removes the drafts of rows that are done, but none that was edited since', async () => {
    const base = await opened();
    const { drafts } = house.core;
    const common = { connectionId: house.connectionId, webhookId: null, base: null };
    const definition = { ...definitionOf(base), name: 'New', headers: [] };
    for (const id of ['one', 'two']) {
      await drafts.save({ ...common, id, definition, editedAt: new Date() });
    }
    const plan = await house.prepare({ kind: 'drafts', draftIds: ['one', 'two'] });
    const later = { ...definition, name: 'New, and better' };
    const editedAt = new Date(Date.now() + 1_000);
    await drafts.save({ ...common, id: 'two', definition: later, editedAt });
    const { standing } = await house.run(plan);
    expect(standing.counts.done).toBe(2);
    expect(() => drafts.find('one')).toThrow();
    expect(drafts.find('two').definition.name).toBe('New, and better');
  });

  it('turns off and deletes webhooks as they were last read, and says which are not there', async () => {
    const base = await opened();
    const before = await house.held();
    await house.prepare([renameItem(house.connectionId, base, 'Read')]);
    const { connectionId } = house;
    const webhookIds = [...before.map(({ id }) => id), 999];
    const off = await house.prepare({
      ...{ kind: 'webhooks', connectionId, webhookIds, change: 'turn-off' },
    });
    expect(off.rows.map(({ key, state }) => `${key} ${state}`)).toEqual([
      ...before.map(({ id, enabled }) => `chosen/${id} ${enabled ? 'ready' : 'unchanged'}`),
      'chosen/999 blocked',
    ]);
    const { standing } = await house.run(off);
    expect(standing.title).toBe(`Turn off ${webhookIds.length} webhooks`);
    expect(await house.held()).toEqual(before.map((webhook) => ({ ...webhook, enabled: false })));
    const gone = await house.prepare({
      ...{ kind: 'webhooks', connectionId, webhookIds: [base.id], change: 'delete' },
    });
    await house.run(gone);
    expect(await house.held()).toHaveLength(before.length - 1);
  });

  it('blocks what is for a read-only installation, and what cannot be reached', async () => {
    await opened();
    await house.makeReadOnly();
    const readOnly = await house.prepare([createItem(house.connectionId, 'New')]);
    expect(readOnly.rows).toMatchObject([{ state: 'blocked', problem: { code: 'read-only' } }]);
    const elsewhere = await house.prepare([createItem('gone', 'New')]);
    expect(elsewhere.rows).toMatchObject([{ problem: { code: 'no-such-connection' } }]);
    const [key] = elsewhere.rows.map((row) => row.key);
    const run = house.core.plans.run(elsewhere.planId, [key ?? ''], {
      ...{ atOnce: 4, onFailure: 'stop' },
    });
    await expect(run).rejects.toMatchObject({ problem: { code: 'refused' } });
  });

  it('sends nothing while it cannot be kept first', async () => {
    await opened();
    const plan = await house.prepare([createItem(house.connectionId, 'New')]);
    house.ports.plans.problem = {
      ...{ code: 'storage-failed', message: 'The disk is full.', advice: 'Make room.' },
      ...{ facts: [], answer: null },
    };
    await expect(house.run(plan)).rejects.toThrow('Nothing was sent');
    expect(house.writes).toEqual([]);
  });

  it('shows the request that a row sends, byte by byte', async () => {
    const base = await opened();
    const plan = await house.prepare([renameItem(house.connectionId, base, 'Mine')]);
    const { request } = await house.core.plans.row(plan.planId, 'Mine');
    await house.run(plan);
    expect(house.writes.map(({ method, body }) => ({ method, body }))).toEqual([
      { method: request?.method, body: request?.body },
    ]);
  });
});

describe('an installation that ignores the payload type inside http_headers', () => {
  it('is told of, with the setting that helps; with that it takes it', async () => {
    const base = await opened({ payloadTypeAtTop: true });
    const payloadType = base.payloadType === 'JOB' ? ('ALERT' as const) : ('JOB' as const);
    const item = {
      ...renameItem(house.connectionId, base, 'Jobs'),
      definition: { ...definitionOf(base), payloadType },
    };
    const { results } = await house.run(await house.prepare([item]));
    expect(results.get('Jobs')).toMatchObject({ outcome: 'differs' });
    expect(results.get('Jobs')?.notes.join(' ')).toContain('have it sent at the top level');
    await house.sendPayloadTypeAtTop();
    const again = await house.run(await house.prepare([item]));
    expect(again.results.get('Jobs')).toMatchObject({ outcome: 'done', notes: [] });
    expect(await house.held()).toContainEqual(
      expect.objectContaining({ id: base.id, payloadType }),
    );
  });
});

describe('what nobody knew', () => {
  it('is settled when the installation is read the next time, without sending anything', async () => {
    await opened();
    const plan = await house.prepare([createItem(house.connectionId, 'New')]);
    await house.faults({ kind: 'reset-after', only: 'writes' });
    house.hooks.after = () => house.faults({ kind: 'reset-before', only: 'reads' });
    const { results } = await house.run(plan);
    expect(results.get('New')?.outcome).toBe('unknown');
    await house.faults();
    // As whenever a person has the list read.
    await house.prepare([createItem(house.connectionId, 'Other')]);
    await expect
      .poll(async () => (await house.core.journal.all({})).map(({ outcome }) => outcome))
      .toEqual(['done']);
    expect(await house.core.plans.unfinished()).toEqual([]);
    expect(house.writes).toHaveLength(1);
  });
});
