import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { followed, startedDrafts } from '#test-support/drafts-fixture.ts';
import { aWebhook } from '#test-support/entry-fixture.ts';
import { aNewEntry } from '#test-support/journal-fixture.ts';

type Started = ReturnType<typeof startedDrafts>;

const after = aWebhook(7, aDefinition('Pager day'));

/** A request that publishes a revision of `acme/7`, and its outcome. */
async function publishedRevision(
  { journal }: Started,
  draftRevision: number,
  outcome: JournalEntry['outcome'] = 'done',
): Promise<void> {
  const [entry] = await journal.begin([aNewEntry({ draftId: 'acme/7', draftRevision })]);
  if (entry === undefined) throw new Error('The entry is begun.');
  await journal.complete(entry, { outcome, after, problem: null, notes: [] });
  await journal.settled();
}

describe('revisions of a draft', () => {
  it('grow by one with each save, and count on from what is on disk', async () => {
    const { drafts, store } = startedDrafts();
    const revisions: unknown[] = [];
    for (const basedOn of [null, 1, 2]) {
      const saved = await drafts.save({ draft: aDraft(), basedOn });
      revisions.push(saved.status === 'saved' && saved.revision);
    }
    expect(revisions).toEqual([1, 2, 3]);
    const next = startedDrafts('ready', store);
    await expect.poll(() => next.drafts.get('acme/7')?.revision).toBe(3);
    expect(await next.drafts.save({ draft: aDraft(), basedOn: 3 })).toMatchObject({ revision: 4 });
  });

  it('refuse a save that another window was ahead of, and give what there is', async () => {
    const { drafts, store } = startedDrafts();
    await drafts.save({ draft: aDraft(), basedOn: null });
    const theirs = aDraft({ definition: aDefinition('Theirs') });
    await drafts.save({ draft: theirs, basedOn: 1 });
    const mine = aDraft({ definition: aDefinition('Mine') });
    const current = { ...theirs, revision: 2 };
    for (const basedOn of [null, 0, 1, 3]) {
      expect(await drafts.save({ draft: mine, basedOn })).toMatchObject({
        status: 'outdated',
        current,
      });
    }
    expect(store.held.get('acme/7')).toEqual(current);
    expect(await drafts.save({ draft: mine, basedOn: 2 })).toMatchObject({ revision: 3 });
  });

  it('let one of two windows through that save at once', async () => {
    const { drafts } = startedDrafts();
    await drafts.save({ draft: aDraft(), basedOn: null });
    const saves = await Promise.all(
      ['One', 'Two'].map((name) =>
        drafts.save({ draft: aDraft({ definition: aDefinition(name) }), basedOn: 1 }),
      ),
    );
    expect(saves.map(({ status }) => status)).toEqual(['saved', 'outdated']);
    expect(drafts.find('acme/7').definition.name).toBe('One');
  });

  it('refuse to remove what was edited since, and let it be removed as it is', async () => {
    const { drafts, store } = startedDrafts();
    await drafts.save({ draft: aDraft(), basedOn: null });
    await drafts.save({ draft: aDraft(), basedOn: 1 });
    expect(await drafts.remove({ draftId: 'acme/7', basedOn: 1 })).toMatchObject({
      status: 'outdated',
      current: { revision: 2 },
    });
    expect(store.held.size).toBe(1);
    expect(await drafts.remove({ draftId: 'acme/7', basedOn: 2 })).toMatchObject({
      status: 'removed',
    });
    expect(store.held.size).toBe(0);
    expect(await drafts.remove({ draftId: 'acme/7', basedOn: 2 })).toMatchObject({
      status: 'removed',
    });
  });

  it('do not begin anew where a draft that was discarded is begun again', async () => {
    const { drafts } = startedDrafts();
    await drafts.save({ draft: aDraft(), basedOn: null });
    await drafts.save({ draft: aDraft(), basedOn: 1 });
    await drafts.remove({ draftId: 'acme/7', basedOn: 2 });
    expect(await drafts.save({ draft: aDraft(), basedOn: null })).toMatchObject({
      status: 'saved',
      revision: 3,
    });
  });
});

describe('a draft that was published', () => {
  it('is gone from disk, and windows are told the webhook', async () => {
    const started = startedDrafts();
    const { drafts, store } = started;
    await drafts.save({ draft: aDraft(), basedOn: null });
    const { events } = followed(drafts);
    await expect.poll(() => events.length).toBeGreaterThan(1);
    await publishedRevision(started, 1);
    const removed = { id: 'acme/7', revision: 1, published: after };
    await expect.poll(() => events).toContainEqual({ kind: 'removed', drafts: [removed] });
    await expect.poll(() => store.held.size).toBe(0);
    const later = followed(drafts);
    await expect.poll(() => later.events.length).toBeGreaterThan(0);
    expect(later.events.map(({ kind }) => kind)).toEqual(['standing']);
  });

  it('is the webhook for a window that saves it late, until that goes on from there', async () => {
    const started = startedDrafts();
    const { drafts, store } = started;
    await drafts.save({ draft: aDraft(), basedOn: null });
    await publishedRevision(started, 1);
    const late = aDraft({ definition: aDefinition('Typed late') });
    const current = {
      ...late,
      webhookId: 7,
      base: after,
      definition: aDefinition('Pager day'),
      revision: 1,
      settledRevision: 1,
    };
    expect(await drafts.save({ draft: late, basedOn: null })).toMatchObject({
      status: 'outdated',
      current,
    });
    expect(await drafts.save({ draft: late, basedOn: 0 })).toMatchObject({ status: 'outdated' });
    expect(store.held.size).toBe(0);
    const merged = { ...late, base: after };
    expect(await drafts.save({ draft: merged, basedOn: 1 })).toMatchObject({
      status: 'saved',
      revision: 2,
    });
    expect(drafts.find('acme/7')).toEqual({ ...merged, revision: 2, settledRevision: 1 });
    // What was published before is no reason to refuse what is edited now.
    expect(drafts.isPublished('acme/7', 1)).toBe(true);
    expect(drafts.isPublished('acme/7', 2)).toBe(false);
  });

  it('keeps what was edited since, on top of the webhook', async () => {
    const started = startedDrafts();
    const { drafts, store } = started;
    await drafts.save({ draft: aDraft(), basedOn: null });
    const edited = aDraft({ definition: { ...aDefinition('Pager day'), enabled: false } });
    await drafts.save({ draft: edited, basedOn: 1 });
    await publishedRevision(started, 1);
    const rebased = {
      ...edited,
      base: after,
      definition: { ...aDefinition('Pager day'), enabled: false },
      revision: 3,
      settledRevision: 1,
    };
    expect(drafts.find('acme/7')).toMatchObject(rebased);
    await expect.poll(() => store.held.get('acme/7')).toMatchObject(rebased);
  });

  it.each(['unknown', 'not-applied', 'failed'] as const)(
    'stays as it is where the outcome is %s',
    async (outcome) => {
      const started = startedDrafts();
      const { drafts } = started;
      await drafts.save({ draft: aDraft(), basedOn: null });
      await publishedRevision(started, 1, outcome);
      expect(drafts.find('acme/7')).toEqual(aDraft({ revision: 1 }));
    },
  );
});

describe('windows that follow the drafts', () => {
  it('are counted, and each is told how many there are', async () => {
    const { drafts } = startedDrafts();
    const count = (events: ReturnType<typeof followed>['events']): unknown =>
      events.flatMap((event) => (event.kind === 'standing' ? [event.standing.windows] : [])).at(-1);
    const first = followed(drafts);
    await expect.poll(() => count(first.events)).toBe(1);
    const second = followed(drafts);
    await expect.poll(() => count(first.events)).toBe(2);
    await expect.poll(() => count(second.events)).toBe(2);
    await second.leave();
    await expect.poll(() => count(first.events)).toBe(1);
    await first.leave();
    expect(drafts.standing().windows).toBe(0);
  });

  it('are all told of a save, the one that made it as well', async () => {
    const { drafts } = startedDrafts();
    const windows = [followed(drafts), followed(drafts)];
    await expect.poll(() => drafts.standing().windows).toBe(2);
    await drafts.save({ draft: aDraft(), basedOn: null });
    const told = { kind: 'drafts', drafts: [aDraft({ revision: 1 })] };
    for (const { events } of windows) await expect.poll(() => events).toContainEqual(told);
  });
});
