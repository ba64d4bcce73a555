import { afterEach, describe, expect, it } from 'vitest';
import { namedChanges } from '#domain/publishing/change-many.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem, renameItem } from '#test-support/plan-items-fixture.ts';
import { identityFor } from '#test-support/draft-fixture.ts';
import { seenOf, unseen } from '#test-support/seen-webhooks.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

async function opened(options: Parameters<typeof PlanFixture.open>[1] = {}): Promise<Webhook> {
  fixture = await PlanFixture.open('B', { milliseconds: 5_000, ...options });
  const [first] = await fixture.held();
  if (first === undefined) throw new Error('The service holds nothing.');
  return first;
}

describe('a plan', () => {
  it('merges the changes of both sides and reports the merge', async () => {
    const base = await opened();
    await fixture.run(await fixture.prepare([renameItem(fixture.connectionId, base, 'Theirs')]));
    const definition = { ...definitionOf(base), enabled: !base.enabled };
    const plan = await fixture.prepare([
      { ...renameItem(fixture.connectionId, base, ''), definition },
    ]);
    expect(plan.rows).toMatchObject([{ state: 'ready', name: 'Theirs' }]);
    expect(plan.rows[0]?.reasons.join(' ')).toContain('on the installation, which stay: name');
    await fixture.run(plan);
    expect(await fixture.held()).toContainEqual(
      expect.objectContaining({ id: base.id, name: 'Theirs', enabled: !base.enabled }),
    );
  });

  it('names only its own edits in a row with a conflict', async () => {
    const base = await opened();
    const severities = { ...base.severities, low: !base.severities.low };
    const own = renameItem(fixture.connectionId, base, 'Mine');
    const theirs = { name: 'Theirs', enabled: !base.enabled, severities };
    await fixture.remoteMarkDetails(base.id, theirs);
    const plan = await fixture.prepare([own]);
    expect(plan.rows).toMatchObject([{ state: 'conflict', changes: 'name', enables: false }]);
  });

  it('sends no row whose webhook differs from the version shown', async () => {
    const base = await opened();
    const plan = await fixture.prepare([renameItem(fixture.connectionId, base, 'Mine')]);
    await fixture.run(await fixture.prepare([renameItem(fixture.connectionId, base, 'Theirs')]));
    const { results } = await fixture.run(plan);
    expect(results.get('Mine')).toMatchObject({
      outcome: 'failed',
      entryId: null,
      problem: { code: 'conflict', live: { name: 'Theirs' } },
    });
    expect(fixture.writes).toHaveLength(1);
  });

  it('deletes the drafts of done rows, but keeps later edits', async () => {
    const base = await opened();
    const { drafts } = fixture.core;
    const common = { connectionId: fixture.connectionId, webhookId: null, base: null };
    const definition = { ...definitionOf(base), name: 'New', headers: [] };
    for (const id of ['one', 'two']) {
      const draft = { ...identityFor(id), ...common, id, definition, editedAt: new Date() };
      await drafts.save({ draft, basedOn: null });
    }
    const plan = await fixture.prepare({ kind: 'drafts', draftIds: ['one', 'two'] });
    const later = { ...definition, name: 'New, and better' };
    // The revision decides, not the time: the edit has the same time as the draft in the plan.
    const { editedAt, revision } = drafts.find('two');
    await drafts.save({
      draft: { ...identityFor('two'), ...common, id: 'two', definition: later, editedAt },
      basedOn: revision,
    });
    const { planState, results } = await fixture.run(plan);
    expect(planState.counts.done).toBe(2);
    expect(() => drafts.find('one')).toThrow();
    const webhookId = results.get('two')?.webhookId;
    expect(webhookId).toEqual(expect.any(Number));
    expect(drafts.find('two')).toMatchObject({
      webhookId,
      base: { id: webhookId, name: 'New' },
      definition: { name: 'New, and better' },
      settledRevision: revision,
    });
  });

  it('disables and deletes webhooks as last read, and blocks missing ones', async () => {
    const base = await opened();
    const before = await fixture.held();
    await fixture.prepare([renameItem(fixture.connectionId, base, 'Read')]);
    const { connectionId } = fixture;
    const webhooks = [...seenOf(before), ...unseen(999)];
    const off = await fixture.prepare({
      kind: 'webhooks',
      selection: [
        { connectionId, webhooks },
        { connectionId, webhooks: webhooks.slice(0, 1) },
      ],
      change: namedChanges['turn-off'],
    });
    expect(off.rows.map(({ key, state }) => `${key} ${state}`)).toEqual([
      ...before.map(
        ({ id, enabled }) => `chosen/${connectionId}/${id} ${enabled ? 'ready' : 'unchanged'}`,
      ),
      `chosen/${connectionId}/999 blocked`,
    ]);
    const { planState } = await fixture.run(off);
    expect(planState.title).toBe(`Disable ${webhooks.length} webhooks`);
    expect(await fixture.held()).toEqual(before.map((webhook) => ({ ...webhook, enabled: false })));
    const gone = await fixture.prepare({
      kind: 'webhooks',
      selection: [{ connectionId, webhooks: seenOf([{ ...base, enabled: false }]) }],
      change: 'delete',
    });
    await fixture.run(gone);
    expect(await fixture.held()).toHaveLength(before.length - 1);
  });

  it('changes webhooks of two installations with the same ids', async () => {
    const base = await opened({ seed: 1 });
    const others = [fixture.connectionId, await fixture.connect('globex')];
    for (const id of others) await (await fixture.core.installations.open(id)).list();
    const selection = others.map((connectionId) => ({ connectionId, webhooks: seenOf([base]) }));
    const { rows } = await fixture.prepare({ kind: 'webhooks', selection, change: 'delete' });
    expect(rows.map(({ connectionId, webhookId }) => ({ connectionId, webhookId }))).toEqual(
      others.map((connectionId) => ({ connectionId, webhookId: base.id })),
    );
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  });

  it('blocks rows for a read-only and for an unknown installation', async () => {
    await opened();
    await fixture.makeReadOnly();
    const readOnly = await fixture.prepare([createItem(fixture.connectionId, 'New')]);
    expect(readOnly.rows).toMatchObject([{ state: 'blocked', problem: { code: 'read-only' } }]);
    const elsewhere = await fixture.prepare([createItem('gone', 'New')]);
    expect(elsewhere.rows).toMatchObject([{ problem: { code: 'no-such-connection' } }]);
    const [key] = elsewhere.rows.map((row) => row.key);
    const run = fixture.core.plans.run(elsewhere.planId, [key ?? ''], {
      atOnce: 4,
      onFailure: 'stop',
    });
    await expect(run).rejects.toMatchObject({ problem: { code: 'refused' } });
  });

  it('sends nothing when the plan cannot be stored first', async () => {
    await opened();
    const plan = await fixture.prepare([createItem(fixture.connectionId, 'New')]);
    fixture.ports.plans.problem = {
      code: 'storage-failed',
      message: 'The disk is full.',
      advice: 'Make room.',
      facts: [],
      answer: null,
    };
    await expect(fixture.run(plan)).rejects.toThrow('Nothing was sent');
    expect(fixture.writes).toEqual([]);
  });

  it('shows the request of a row, byte by byte, with its secrets for a person who asked', async () => {
    const base = await opened();
    const plan = await fixture.prepare([renameItem(fixture.connectionId, base, 'Mine')]);
    const { request } = await fixture.core.plans.row(plan.planId, 'Mine', true);
    await fixture.run(plan);
    expect(fixture.writes.map(({ method, body }) => ({ method, body }))).toEqual([
      { method: request?.method, body: request?.body },
    ]);
  });
});

describe('an installation that ignores the payload type inside http_headers', () => {
  it('is reported with the setting that helps, and works with that setting', async () => {
    const base = await opened({ payloadTypeAtTop: true });
    const payloadType = base.payloadType === 'JOB' ? ('ALERT' as const) : ('JOB' as const);
    const item = {
      ...renameItem(fixture.connectionId, base, 'Jobs'),
      definition: { ...definitionOf(base), payloadType },
    };
    const { results } = await fixture.run(await fixture.prepare([item]));
    expect(results.get('Jobs')).toMatchObject({ outcome: 'differs' });
    expect(results.get('Jobs')?.notes.join(' ')).toContain('At the top level');
    await fixture.sendPayloadTypeAtTop();
    const again = await fixture.run(await fixture.prepare([item]));
    expect(again.results.get('Jobs')).toMatchObject({ outcome: 'done', notes: [] });
    expect(await fixture.held()).toContainEqual(
      expect.objectContaining({ id: base.id, payloadType }),
    );
  });
});

describe('a row with unknown outcome', () => {
  it('gets its outcome at the next read of the installation, without a new request', async () => {
    await opened();
    const plan = await fixture.prepare([createItem(fixture.connectionId, 'New')]);
    await fixture.faults({ kind: 'reset-after', only: 'writes' });
    fixture.hooks.after = () => fixture.faults({ kind: 'reset-before', only: 'reads' });
    const { results } = await fixture.run(plan);
    expect(results.get('New')?.outcome).toBe('unknown');
    await fixture.faults();
    // Preparing a plan reads the list, as a person's refresh does.
    await fixture.prepare([createItem(fixture.connectionId, 'Other')]);
    await expect
      .poll(async () => (await fixture.core.journal.all({})).map(({ outcome }) => outcome))
      .toEqual(['done']);
    expect(await fixture.core.plans.runs.unfinished()).toEqual([]);
    expect(fixture.writes).toHaveLength(1);
  });
});
