import { describe, expect, it, vi } from 'vitest';
import type { DraftsEvent } from '#contract/drafts.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { plainProblem } from '#domain/problem.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
import { startedDrafts, eventsUntil } from '#test-support/drafts-fixture.ts';
import { dataKeyMissing } from '../vault/vault-problems.ts';
import type { Drafts } from './drafts.ts';

const full = plainProblem('storage-failed', 'The disk is full.', 'Make room.');

/** Returns the events of a new window up to and including the given number of states. */
function told(drafts: Drafts, states: number): Promise<DraftsEvent[]> {
  let left = states;
  return eventsUntil(drafts, ({ kind }) => kind === 'state' && (left -= 1) === 0);
}

const saved = (drafts: Drafts, draft: StoredDraft, basedOn: number | null = null) =>
  drafts.save({ draft, basedOn });

describe('drafts', () => {
  it('are on disk when a save returns, and deleted from disk when a delete returns', async () => {
    const { drafts, store } = startedDrafts();
    expect(await saved(drafts, aDraft())).toMatchObject({
      status: 'saved',
      state: { status: 'kept', waiting: 0 },
    });
    const draft = drafts.find('acme/7');
    const { revision } = draft;
    expect(draft).toEqual(aDraft({ revision }));
    expect([...store.held.values()]).toEqual([draft]);
    expect(await drafts.remove({ draftId: 'acme/7', basedOn: revision })).toMatchObject({
      status: 'removed',
      state: { status: 'kept' },
    });
    expect(store.held.size).toBe(0);
  });

  it('that are saved together are written together', async () => {
    const { drafts, store } = startedDrafts();
    await saved(drafts, aDraft({ id: 'first' }));
    const before = store.writes;
    await Promise.all(['a', 'b', 'c'].map((id) => saved(drafts, aDraft({ id }))));
    expect(store.writes - before).toBe(1);
    expect([...store.held.keys()]).toEqual(['first', 'a', 'b', 'c']);
  });

  it('from an earlier start are sent in chunks, before the state reports them as loaded', async () => {
    const store = new FakeDraftStore();
    for (let index = 0; index < 150; index += 1) {
      const draft = aDraft({ id: `acme/${index}` });
      store.held.set(draft.id, draft);
    }
    store.unreadable = 2;
    const { drafts } = startedDrafts('ready', store);
    const events = await told(drafts, 2);
    expect(
      events.map((event) =>
        event.kind === 'drafts'
          ? event.drafts.length
          : event.kind === 'state' && event.state.status,
      ),
    ).toEqual(['opening', 100, 50, 'kept']);
    expect(drafts.state().unreadable).toBe(2);
  });

  it('wait in memory while the vault is locked, and are written when it is unlocked', async () => {
    const { drafts, store, vault } = startedDrafts('locked');
    expect(await saved(drafts, aDraft())).toMatchObject({
      status: 'saved',
      state: { status: 'locked', waiting: 1, problem: null },
    });
    expect(store.held.size).toBe(0);
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(drafts.state()).toMatchObject({ status: 'kept', waiting: 0 });
    });
    expect(store.held.get('acme/7')).toEqual(drafts.find('acme/7'));
    expect(drafts.find('acme/7').definition).toEqual(aDraft().definition);
  });

  it('of one webhook from before and during a lock are both stored', async () => {
    const store = new FakeDraftStore();
    const before = aDraft({ definition: aDefinition('From the last start'), revision: 5 });
    store.held.set(before.id, before);
    const { drafts, vault } = startedDrafts('locked', store);
    await saved(drafts, aDraft({ lineage: 'meanwhile' }));
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(drafts.state().status).toBe('kept');
    });
    const [meanwhile, earlier] = ['acme/7', 'id-1'].map((id) => drafts.find(id));
    expect([...store.held.values()]).toEqual([meanwhile, earlier]);
    expect(earlier?.definition).toEqual(before.definition);
    expect(earlier).toMatchObject({ kind: 'earlier', lineage: before.lineage });
    expect(meanwhile?.definition).toEqual(aDraft().definition);
    // Outcomes of the earlier draft do not apply to this one.
    expect(meanwhile).toMatchObject({ kind: 'main', lineage: 'meanwhile' });
  });

  it('stay in memory with a vault in memory, and are written once the vault is on disk', async () => {
    const { drafts, store, vault } = startedDrafts('memory');
    const { state } = await saved(drafts, aDraft());
    expect(state).toMatchObject({ status: 'memory', waiting: 1 });
    expect(state.reason).toContain('deleted when Hookdesk closes');
    expect(store.held.size).toBe(0);
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(store.held.size).toBe(1);
    });
  });

  it('stay in memory when a newer Hookdesk wrote the file', async () => {
    const store = new FakeDraftStore();
    store.refusal = 'hookdesk.sqlite was written by a newer version of Hookdesk.';
    const { drafts } = startedDrafts('ready', store);
    expect(await saved(drafts, aDraft())).toMatchObject({
      state: { status: 'memory', reason: store.refusal },
    });
  });

  it('wait while writes fail, and are retried until one succeeds', async () => {
    const { drafts, store, clock } = startedDrafts();
    await saved(drafts, aDraft());
    store.problem = full;
    const edited = aDraft({ definition: aDefinition('Edited') });
    expect(await saved(drafts, edited, drafts.find('acme/7').revision)).toMatchObject({
      status: 'saved',
      state: { status: 'failed', waiting: 1, problem: full },
    });
    expect(await drafts.remove({ draftId: 'other', basedOn: null })).toMatchObject({
      state: { status: 'failed' },
    });
    store.problem = null;
    clock.move(500);
    await vi.waitFor(() => {
      expect(drafts.state()).toMatchObject({ status: 'kept', waiting: 0 });
    });
    expect(store.held.get('acme/7')).toMatchObject({ definition: edited.definition });
  });

  it('replace the content of a file that had to be reopened', async () => {
    const { drafts, store } = startedDrafts();
    await saved(drafts, aDraft());
    await saved(drafts, aDraft({ id: 'acme/8' }));
    store.held = new Map([
      ['acme/7', aDraft({ definition: aDefinition('From the copy') })],
      ['acme/6', aDraft({ id: 'acme/6' })],
    ]);
    store.opening = 2;
    store.notice = 'The file of drafts was damaged.';
    expect(await saved(drafts, aDraft({ id: 'acme/9' }))).toMatchObject({
      state: { status: 'kept', notices: [store.notice] },
    });
    expect([...store.held.keys()].sort()).toEqual(['acme/7', 'acme/8', 'acme/9']);
    expect(store.held.get('acme/7')).toEqual(drafts.find('acme/7'));
    expect(drafts.find('acme/7').definition).toEqual(aDraft().definition);
  });

  it('are written at once to a file that another store reopened', async () => {
    const { drafts, store } = startedDrafts();
    await saved(drafts, aDraft());
    store.held = new Map();
    store.notice = 'The file of drafts was deleted.';
    store.reopen();
    await vi.waitFor(() => {
      expect([...store.held.values()]).toEqual([drafts.find('acme/7')]);
    });
    expect(drafts.state()).toMatchObject({ status: 'kept', notices: [store.notice] });
  });

  it('move to another installation as new webhooks', async () => {
    const { drafts, store, clock } = startedDrafts();
    await saved(drafts, aDraft());
    const moved = await drafts.move('acme/7', { id: 'globex', variant: 'A' });
    expect(moved).toMatchObject({
      id: 'id-1',
      lineage: aDraft().lineage,
      connectionId: 'globex',
      webhookId: null,
      base: null,
      editedAt: clock.now(),
      definition: { name: 'Pager day', payloadType: null },
    });
    expect([...store.held.values()]).toEqual([moved]);
    await expect(drafts.move('acme/7', { id: 'globex', variant: 'A' })).rejects.toMatchObject({
      problem: { code: 'refused' },
    });
  });

  it('are deleted with their connection', async () => {
    const { drafts, store } = startedDrafts();
    await saved(drafts, aDraft());
    await saved(drafts, aDraft({ id: 'globex/1', connectionId: 'globex' }));
    await drafts.forget('acme');
    expect([...store.held.keys()]).toEqual(['globex/1']);
  });

  it('start anew only when the data key of the file is missing', async () => {
    const { drafts, store } = startedDrafts();
    await saved(drafts, aDraft());
    await expect(drafts.startAnew()).rejects.toMatchObject({ problem: { code: 'refused' } });
    store.problem = dataKeyMissing().problem;
    expect(await saved(drafts, aDraft({ id: 'acme/8' }))).toMatchObject({
      state: { status: 'failed', waiting: 1 },
    });
    expect(await drafts.startAnew()).toMatchObject({ status: 'kept', waiting: 0 });
    expect([...store.held.keys()].sort()).toEqual(['acme/7', 'acme/8']);
  });

  it('that are pending are retried once on close', async () => {
    const { drafts, store } = startedDrafts();
    await saved(drafts, aDraft());
    store.problem = full;
    await saved(drafts, aDraft({ id: 'acme/8' }));
    store.problem = null;
    await drafts.close();
    expect([...store.held.keys()]).toEqual(['acme/7', 'acme/8']);
  });
});
