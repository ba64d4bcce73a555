import { describe, expect, it } from 'vitest';
import type { DraftEntry, DraftsEvent } from '#contract/drafts.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
import { followed, startedDrafts } from '#test-support/drafts-fixture.ts';
import { anEntry, aWebhook } from '#test-support/entry-fixture.ts';
import { aNewEntry } from '#test-support/journal-fixture.ts';
import { FakeJournalStore } from '#test-support/journal-store.fake.ts';

const after = aWebhook(7, aDefinition('Pager day'));
const end = { after, problem: null, notes: [] };

const ofDraft = { draftId: 'acme/7', lineage: aDraft().lineage };

async function begun(
  { journal }: ReturnType<typeof startedDrafts>,
  draftRevision: number,
): Promise<JournalEntry> {
  const [entry] = await journal.begin([aNewEntry({ ...ofDraft, draftRevision })]);
  if (entry === undefined) throw new Error('The entry is begun.');
  return entry;
}

const entriesIn = (events: readonly DraftsEvent[]): DraftEntry[] =>
  events.flatMap((event) => (event.kind === 'entries' ? event.entries : []));

describe('the entries of a draft', () => {
  it('are sent to each window when they begin and end, and to a later window', async () => {
    const started = startedDrafts();
    const { drafts, journal } = started;
    await drafts.save({ draft: aDraft(), basedOn: null });
    const { events } = followed(drafts);
    await expect.poll(() => drafts.state().windows).toBe(1);
    const entry = await begun(started, drafts.find('acme/7').revision);
    const outcomes = (): string[] => entriesIn(events).map(({ outcome }) => outcome);
    await expect.poll(outcomes).toEqual(['sent']);
    const unknown = await journal.complete(entry, { ...end, after: null, outcome: 'unknown' });
    await expect.poll(outcomes).toEqual(['sent', 'unknown']);
    await journal.complete(unknown, { ...end, outcome: 'not-applied' });
    await expect.poll(outcomes).toEqual(['sent', 'unknown', 'not-applied']);
    const { id, at, action, webhookId, notes, draftRevision } = unknown;
    const later = followed(drafts);
    await expect.poll(() => entriesIn(later.events)).toHaveLength(1);
    expect(entriesIn(later.events)).toEqual([
      {
        id,
        at,
        endedAt: started.clock.now(),
        action,
        webhookId,
        outcome: 'not-applied',
        problem: null,
        notes,
        draftId: 'acme/7',
        draftRevision,
        accepted: false,
        candidates: [],
      },
    ]);
  });

  it('exclude requests of other drafts, and requests without a draft', async () => {
    const { drafts, journal } = startedDrafts();
    await drafts.save({ draft: aDraft(), basedOn: null });
    const { events } = followed(drafts);
    await expect.poll(() => drafts.state().windows).toBe(1);
    await journal.begin([aNewEntry(), aNewEntry({ draftId: 'gone', draftRevision: 1 })]);
    await drafts.save({ draft: aDraft(), basedOn: drafts.find('acme/7').revision });
    await expect.poll(() => events.filter(({ kind }) => kind === 'drafts')).toHaveLength(2);
    expect(entriesIn(events)).toEqual([]);
  });

  it('are on disk with their outcome before the draft is deleted', async () => {
    const entries = new FakeJournalStore();
    const store = new FakeDraftStore();
    const writes: string[] = [];
    const [writeEntries, writeDrafts] = [entries.write.bind(entries), store.write.bind(store)];
    entries.write = async (written) => {
      const sequences = await writeEntries(written);
      writes.push(...written.map(({ outcome }) => `entry ${outcome}`));
      return sequences;
    };
    store.write = async (changes) => {
      await writeDrafts(changes);
      writes.push(...changes.map(({ kind }) => `draft ${kind}`));
    };
    const started = startedDrafts('ready', store, entries);
    await started.drafts.save({ draft: aDraft(), basedOn: null });
    writes.splice(0);
    const entry = await begun(started, started.drafts.find('acme/7').revision);
    await started.journal.complete(entry, { ...end, outcome: 'done' });
    await expect.poll(() => store.held.size).toBe(0);
    expect(writes).toEqual(['entry sent', 'entry done', 'draft remove']);
  });
});

it('a restored draft that its lineage published is on disk before its save is answered', async () => {
  const store = new FakeDraftStore();
  const journal = new FakeJournalStore();
  const published = { action: 'create' as const, before: null, draftRevision: 5, after };
  journal.held.set('entry-1', anEntry({ ...ofDraft, ...published }));
  const { drafts } = startedDrafts('ready', store, journal);
  await expect.poll(() => drafts.state().status).toBe('kept');
  const own = aDefinition('Pager evening');
  const restored = aDraft({ id: 'restored', webhookId: null, base: null, definition: own });
  const saved = await drafts.save({ draft: restored, basedOn: null });
  expect(saved).toMatchObject({ status: 'outdated', current: { webhookId: 7, definition: own } });
  expect([...store.held.keys()]).toEqual(['restored']);
});

describe('a start after a kill', () => {
  const killedWith = (
    draft: Parameters<typeof aDraft>[0],
    ...changes: readonly Partial<JournalEntry>[]
  ) => {
    const store = new FakeDraftStore();
    store.held.set('acme/7', aDraft(draft));
    const journal = new FakeJournalStore();
    for (const [index, change] of changes.entries()) {
      const id = `entry-${index}`;
      journal.held.set(id, anEntry({ id, ...ofDraft, after, ...change }));
    }
    return startedDrafts('ready', store, journal);
  };

  it('deletes a draft whose entry was closed when the draft was not', async () => {
    const { drafts, store } = killedWith({ revision: 3 }, { draftRevision: 3 });
    await expect.poll(() => store.held.size).toBe(0);
    expect(drafts.get('acme/7')).toBeUndefined();
    expect(await drafts.save({ draft: aDraft(), basedOn: 3 })).toMatchObject({
      status: 'outdated',
      current: { base: after },
    });
  });

  it('keeps later edits on top of the webhook', async () => {
    const definition = { ...aDefinition('Pager day'), enabled: false };
    const { drafts, store } = killedWith({ definition, revision: 5 }, { draftRevision: 3 });
    const rebased = { base: after, definition, settledRevision: 3 };
    await expect.poll(() => store.held.get('acme/7')).toMatchObject(rebased);
    expect(drafts.find('acme/7')).toMatchObject(rebased);
  });

  it('applies several outcomes, the oldest first', async () => {
    const { drafts } = killedWith(
      { definition: { ...aDefinition('Third'), enabled: false }, revision: 9 },
      { draftRevision: 3, meant: aDefinition('First'), after: aWebhook(7, aDefinition('First')) },
      { draftRevision: 5, outcome: 'not-applied', after: null },
      {
        draftRevision: 7,
        before: aWebhook(7, aDefinition('First')),
        meant: aDefinition('Third'),
        after: aWebhook(7, aDefinition('Third')),
      },
    );
    await expect.poll(() => drafts.get('acme/7')?.settledRevision).toBe(7);
    expect(drafts.find('acme/7')).toMatchObject({
      base: { name: 'Third' },
      definition: { name: 'Third', enabled: false },
    });
  });

  it('changes nothing when the draft already has the outcome', async () => {
    const draft = { revision: 6, settledRevision: 3 };
    const { drafts, store } = killedWith(draft, { draftRevision: 3 });
    await expect.poll(() => drafts.state().status).toBe('kept');
    expect(drafts.find('acme/7')).toEqual(aDraft(draft));
    expect(store.writes).toBe(0);
  });

  it('reports an open entry to windows, and applies its outcome to the draft', async () => {
    const sent = { outcome: 'sent', after: null, endedAt: null, draftRevision: 3 } as const;
    const { drafts, journal, store } = killedWith({ revision: 3 }, sent);
    const { events } = followed(drafts);
    await expect.poll(() => entriesIn(events).map(({ outcome }) => outcome)).toEqual(['sent']);
    expect(store.held.size).toBe(1);
    const [open] = await journal.openEntries();
    if (open === undefined) throw new Error('The entry is open.');
    await journal.complete(open, { ...end, outcome: 'done' });
    await expect.poll(() => store.held.size).toBe(0);
    expect(drafts.get('acme/7')).toBeUndefined();
  });
});
