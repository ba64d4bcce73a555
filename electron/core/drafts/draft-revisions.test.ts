import { describe, expect, it } from 'vitest';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
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
  const [entry] = await journal.begin([
    aNewEntry({ draftId: 'acme/7', lineage: aDraft().lineage, draftRevision }),
  ]);
  if (entry === undefined) throw new Error('The entry is begun.');
  await journal.complete(entry, { outcome, after, problem: null, notes: [] });
  await journal.onDisk();
}

/** Saves a version of `acme/7`; returns its revision. */
async function saved(
  { drafts }: Started,
  basedOn: number | null,
  changes: Partial<StoredDraft> = {},
): Promise<number> {
  const reply = await drafts.save({ draft: aDraft(changes), basedOn });
  if (reply.status !== 'saved') throw new Error('The draft is saved.');
  return reply.revision;
}

describe('revisions of a draft', () => {
  it('rise with each save, also above the revisions on disk, and are never reused', async () => {
    const started = startedDrafts();
    const first = await saved(started, null);
    const second = await saved(started, first);
    expect(second).toBeGreaterThan(first);
    expect(await saved(started, null, { id: 'acme/8' })).toBeGreaterThan(second);
    const third = await saved(started, second);
    expect(started.store.held.get('acme/7')?.revision).toBe(third);
    const next = startedDrafts('ready', started.store);
    expect(await saved(next, null, { id: 'acme/9' })).toBeGreaterThan(third);
    expect(await saved(next, third)).toBeGreaterThan(third);
  });

  it('rise above the drafts on disk, even when the first save loads those drafts', async () => {
    const store = new FakeDraftStore();
    store.held.set('acme/8', aDraft({ id: 'acme/8', revision: 40 }));
    const started = startedDrafts('ready', store);
    const revision = await saved(started, null);
    expect(revision).toBeGreaterThan(40);
    expect(started.drafts.find('acme/7').revision).toBe(revision);
    expect(await saved(started, revision)).toBeGreaterThan(revision);
  });

  it('refuse a save based on an older revision, and return the current draft', async () => {
    const started = startedDrafts();
    const { drafts, store } = started;
    const first = await saved(started, null);
    const theirs = { definition: aDefinition('Theirs') };
    const second = await saved(started, first, theirs);
    const mine = { definition: aDefinition('Mine') };
    const current = aDraft({ ...theirs, revision: second });
    for (const basedOn of [null, 0, first, second + 1]) {
      expect(await drafts.save({ draft: aDraft(mine), basedOn })).toMatchObject({
        status: 'outdated',
        current,
      });
    }
    expect(store.held.get('acme/7')).toEqual(current);
    expect(await saved(started, second, mine)).toBeGreaterThan(second);
  });

  it('let only one of two concurrent saves succeed', async () => {
    const started = startedDrafts();
    const { drafts } = started;
    const basedOn = await saved(started, null);
    const saves = await Promise.all(
      ['One', 'Two'].map((name) =>
        drafts.save({ draft: aDraft({ definition: aDefinition(name) }), basedOn }),
      ),
    );
    expect(saves.map(({ status }) => status)).toEqual(['saved', 'outdated']);
    expect(drafts.find('acme/7').definition.name).toBe('One');
  });

  it('refuse to delete a draft that was edited later, and allow it with the current revision', async () => {
    const started = startedDrafts();
    const { drafts, store } = started;
    const first = await saved(started, null);
    const second = await saved(started, first);
    expect(await drafts.remove({ draftId: 'acme/7', basedOn: first })).toMatchObject({
      status: 'outdated',
      current: { revision: second },
    });
    expect(store.held.size).toBe(1);
    const removal = { draftId: 'acme/7', basedOn: second };
    expect(await drafts.remove(removal)).toMatchObject({ status: 'removed' });
    expect(store.held.size).toBe(0);
    expect(await drafts.remove(removal)).toMatchObject({ status: 'removed' });
  });

  it('do not restart when a discarded draft is created again', async () => {
    const started = startedDrafts();
    const basedOn = await saved(started, null);
    await started.drafts.remove({ draftId: 'acme/7', basedOn });
    expect(await saved(started, null)).toBeGreaterThan(basedOn);
  });
});

describe('a published draft', () => {
  it('is deleted from disk, and windows receive the webhook', async () => {
    const started = startedDrafts();
    const { drafts, store } = started;
    const revision = await saved(started, null);
    const { events } = followed(drafts);
    await expect.poll(() => events.length).toBeGreaterThan(1);
    await publishedRevision(started, revision);
    const removed = { id: 'acme/7', revision: revision + 1, published: after };
    await expect.poll(() => events).toContainEqual({ kind: 'removed', drafts: [removed] });
    await expect.poll(() => store.held.size).toBe(0);
    const later = followed(drafts);
    await expect.poll(() => later.events.length).toBeGreaterThan(0);
    expect(new Set(later.events.map(({ kind }) => kind))).toEqual(new Set(['state']));
  });

  it('is replaced by the webhook for a window that saves an old revision', async () => {
    const started = startedDrafts();
    const { drafts, store } = started;
    const revision = await saved(started, null);
    await publishedRevision(started, revision);
    await expect.poll(() => store.held.size).toBe(0);
    const late = aDraft({ definition: aDefinition('Typed late') });
    const current = {
      ...late,
      webhookId: 7,
      base: after,
      definition: aDefinition('Pager day'),
      revision: revision + 1,
      settledRevision: revision + 1,
    };
    // This includes a window with the published revision: its base is out of date.
    for (const basedOn of [null, 0, revision]) {
      expect(await drafts.save({ draft: late, basedOn })).toMatchObject({
        status: 'outdated',
        current,
      });
    }
    expect(store.held.size).toBe(0);
    const next = await saved(started, revision + 1, { ...late, base: after });
    const draft = drafts.find('acme/7');
    expect(draft).toMatchObject({ base: after, definition: late.definition, revision: next });
    // The outcome of an earlier publish must not refuse a later edit.
    expect(draft.settledRevision).toBeGreaterThanOrEqual(revision);
    expect(draft.settledRevision).toBeLessThan(next);
  });

  it('keeps later edits on top of the webhook', async () => {
    const started = startedDrafts();
    const { drafts, store } = started;
    const published = await saved(started, null);
    const definition = { ...aDefinition('Pager day'), enabled: false };
    const edited = await saved(started, published, { definition });
    await publishedRevision(started, published);
    const draft = drafts.find('acme/7');
    expect(draft).toMatchObject({ base: after, definition, settledRevision: published });
    expect(draft.revision).toBeGreaterThan(edited);
    await expect.poll(() => store.held.get('acme/7')).toEqual(draft);
  });

  it.each(['unknown', 'not-applied', 'failed'] as const)(
    'stays as it is when the outcome is %s',
    async (outcome) => {
      const started = startedDrafts();
      const revision = await saved(started, null);
      const draft = started.drafts.find('acme/7');
      await publishedRevision(started, revision, outcome);
      expect(started.drafts.find('acme/7')).toEqual(draft);
    },
  );
});

describe('windows that follow the drafts', () => {
  it('are counted, and each receives the count', async () => {
    const { drafts } = startedDrafts();
    const count = (events: ReturnType<typeof followed>['events']): unknown =>
      events.flatMap((event) => (event.kind === 'state' ? [event.state.windows] : [])).at(-1);
    const first = followed(drafts);
    await expect.poll(() => count(first.events)).toBe(1);
    const second = followed(drafts);
    await expect.poll(() => count(first.events)).toBe(2);
    await expect.poll(() => count(second.events)).toBe(2);
    await second.leave();
    await expect.poll(() => count(first.events)).toBe(1);
    await first.leave();
    expect(drafts.state().windows).toBe(0);
  });

  it('all receive a save, including the window that saved', async () => {
    const { drafts } = startedDrafts();
    const windows = [followed(drafts), followed(drafts)];
    await expect.poll(() => drafts.state().windows).toBe(2);
    await drafts.save({ draft: aDraft(), basedOn: null });
    const told = { kind: 'drafts', drafts: [drafts.find('acme/7')] };
    for (const { events } of windows) await expect.poll(() => events).toContainEqual(told);
  });
});
