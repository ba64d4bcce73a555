import { afterEach, describe, expect, it } from 'vitest';
import { JournalFilter } from '#contract/journal.ts';
import { planLimits, type PlanSource, type PrepareEvent } from '#contract/plans.ts';
import { anEntry, aWebhook } from '#test-support/entry-fixture.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { renameItem } from '#test-support/plan-items-fixture.ts';
import { unseen } from '#test-support/seen-webhooks.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

const matching = (filter: Partial<JournalFilter>, except: string[] = []): PlanSource => ({
  kind: 'undo-matching',
  filter: { ...JournalFilter.parse({}), ...filter },
  except,
});

/** Renames every webhook of an installation with a plan. Returns the plan's id. */
async function renamed(count: number): Promise<string> {
  fixture = await PlanFixture.open('B', { seed: count, milliseconds: 10_000 });
  const items = (await fixture.held()).map((each) =>
    renameItem(fixture.connectionId, each, `${each.id} renamed`),
  );
  const plan = await fixture.prepare(items);
  await fixture.run(plan);
  return plan.planId;
}

describe('undoing a plan', () => {
  it('restores every change of the plan, without a list of entries', async () => {
    const planId = await renamed(60);
    expect((await fixture.held()).every(({ name }) => name.endsWith('renamed'))).toBe(true);
    const undo = await fixture.prepare(matching({ planId }));
    expect(undo.rows).toHaveLength(60);
    await fixture.core.plans.run(undo.planId, { except: [] }, { atOnce: 4, onFailure: 'go-on' });
    const { planState } = await fixture.ended(undo.planId);
    expect(planState).toMatchObject({ title: 'Undo 60 changes', counts: { done: 60 } });
    expect((await fixture.held()).some(({ name }) => name.endsWith('renamed'))).toBe(false);
  });

  it('ends the plan, whose rest is no longer sent, unless only a part is undone', async () => {
    fixture = await PlanFixture.open('B', { seed: 4, milliseconds: 10_000 });
    const { runs } = fixture.core.plans;
    const items = (await fixture.held()).map((each) =>
      renameItem(fixture.connectionId, each, `${each.id} renamed`),
    );
    const plan = await fixture.prepare(items);
    let sent = 0;
    fixture.hooks.before = () => {
      sent += 1;
      if (sent === 2) runs.cancel(plan.planId);
    };
    const { planState } = await fixture.run(plan, { atOnce: 1 });
    expect(planState).toMatchObject({ status: 'cancelled', left: 2 });
    const listed = async () => (await runs.unfinished()).map(({ planId }) => planId);

    const undo = await fixture.prepare(matching({ planId: plan.planId }));
    await fixture.run({ ...undo, rows: undo.rows.slice(1) });
    expect(await listed()).toEqual([plan.planId]);
    await fixture.run(await fixture.prepare(matching({ planId: plan.planId })));
    expect(await listed()).toEqual([]);
    await expect(runs.resume(plan.planId)).rejects.toThrow('no longer exists');
    expect((await fixture.held()).some(({ name }) => name.endsWith('renamed'))).toBe(false);
  });

  it('leaves out the excluded entries and rows', async () => {
    const planId = await renamed(5);
    const { entries } = await fixture.core.journal.page(JournalFilter.parse({ planId }), null, 10);
    const [first] = entries;
    const undo = await fixture.prepare(matching({ planId }, [first?.id ?? '']));
    expect(undo.rows).toHaveLength(4);
    const [row] = undo.rows;
    await fixture.core.plans.run(
      undo.planId,
      { except: [row?.key ?? ''] },
      { atOnce: 4, onFailure: 'go-on' },
    );
    expect((await fixture.ended(undo.planId)).planState).toMatchObject({ total: 3 });
  });

  it('lists entries without an outcome, and omits entries without an effect', async () => {
    const planId = await renamed(2);
    const { connectionId } = fixture;
    const common = { connectionId, planId, at: new Date() };
    await fixture.ports.journal.write([
      anEntry({ ...common, id: 'open', outcome: 'unknown' }),
      anEntry({ ...common, id: 'failed', outcome: 'failed' }),
    ]);
    const { rows } = await fixture.prepare(matching({ planId }));
    expect(rows.map(({ state, undoes }) => (state === 'blocked' ? undoes : state))).toEqual([
      'ready',
      'ready',
      'open',
    ]);
    await expect(fixture.prepare(matching({ planId, outcomes: ['failed'] }))).rejects.toMatchObject(
      {
        problem: { code: 'refused', message: expect.stringContaining('can be undone') as string },
      },
    );
  });

  it('finds the entries that match a text, and reports progress', async () => {
    await renamed(1);
    const { connectionId } = fixture;
    const many = Array.from({ length: 2_500 }, (_, index) => {
      const before = aWebhook(index + 10_000, aDefinition(`Other ${index % 10}`));
      return anEntry({ id: `e${index}`, connectionId, before, meant: before, after: before });
    });
    await fixture.ports.journal.write(many);
    const events: PrepareEvent[] = [];
    for await (const event of fixture.core.plans.prepare(matching({ text: 'Other 3' }))) {
      events.push(event);
    }
    const rows = events.flatMap((event) => (event.kind === 'rows' ? event.rows : []));
    expect(rows).toHaveLength(250);
    expect(events.find((event) => event.kind === 'progress')).toMatchObject({
      connectionId: null,
      total: 2_501,
    });
    expect(events.at(-1)).toMatchObject({ title: 'Undo 250 changes' });
  });

  it('ends when it is cancelled', async () => {
    const planId = await renamed(1);
    const stop = new AbortController();
    const preparing = fixture.core.plans.prepare(matching({ planId }), stop.signal);
    stop.abort();
    await expect(preparing.next()).rejects.toMatchObject({ problem: { code: 'aborted' } });
  });
});

describe('a plan above the limit', () => {
  it.each<[string, PlanSource]>([
    ['drafts', { kind: 'drafts', draftIds: ids(planLimits.drafts + 1) }],
    ['individually selected', { kind: 'undo', entryIds: ids(planLimits.undo + 1) }],
    ['individually excluded', matching({}, ids(planLimits['undo-matching'] + 1))],
    [
      'webhooks',
      {
        kind: 'webhooks',
        selection: [
          { connectionId: 'c', webhooks: unseen(1) },
          { connectionId: 'd', webhooks: unseen(...ids(planLimits.webhooks).map(Number)) },
        ],
        change: 'delete',
      },
    ],
  ])('is refused with the limit: %s', async (words, source) => {
    fixture = await PlanFixture.open('B', { seed: 0 });
    const refusal = fixture.prepare(source);
    await expect(refusal).rejects.toMatchObject({
      problem: {
        code: 'refused',
        message: expect.stringMatching(
          new RegExp(`^1\\d{1,2},001 ${words}.* are too many for one plan, which has at most 1`),
        ) as string,
      },
    });
  });

  it('is refused before the matching entries are read', async () => {
    fixture = await PlanFixture.open('B', { seed: 0 });
    const entry = anEntry();
    for (let index = 0; index <= planLimits['undo-matching']; index += 1) {
      fixture.ports.journal.held.set(`e${index}`, { ...entry, id: `e${index}` });
    }
    await expect(fixture.prepare(matching({}))).rejects.toMatchObject({
      problem: { message: '100,001 entries match, and one plan undoes 100,000 at most.' },
    });
  });
});

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}
