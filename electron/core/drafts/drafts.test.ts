import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DraftsEvent } from '#contract/drafts.ts';
import type { VaultStatus } from '#contract/vault.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { plainProblem } from '#domain/problem.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { dataKeyMissing } from '../vault/problems.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { FakeVault } from '#test-support/vault.fake.ts';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
import type { Drafts } from './drafts.ts';

const full = plainProblem('storage-failed', 'The disk is full.', 'Make room.');

function started(status: VaultStatus = 'ready', store = new FakeDraftStore()) {
  const vault = new FakeVault();
  vault.shown = { ...vault.shown, status };
  const clock = new FakeClock();
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const { drafts, close } = createTestCore({ vault, clock, newId, drafts: store });
  onTestFinished(close);
  return { vault, clock, store, drafts };
}

/** What a window is told until so many standings have come. */
async function told(drafts: Drafts, standings: number): Promise<DraftsEvent[]> {
  const end = new AbortController();
  const events: DraftsEvent[] = [];
  for await (const event of drafts.watch(end.signal)) {
    events.push(event);
    if (events.filter(({ kind }) => kind === 'standing').length === standings) break;
  }
  return events;
}

describe('drafts', () => {
  it('that were published are gone from disk, and windows are told which ones', async () => {
    const { drafts, store } = started();
    await drafts.save(aDraft());
    const end = new AbortController();
    const events: DraftsEvent[] = [];
    const watching = (async () => {
      for await (const event of drafts.watch(end.signal)) {
        events.push(event);
        if (event.kind === 'published') break;
      }
    })();
    await expect.poll(() => events.length).toBeGreaterThan(1);
    await drafts.published(aDraft());
    await watching;
    const { id, editedAt } = aDraft();
    expect(events.at(-1)).toEqual({ kind: 'published', drafts: [{ id, editedAt }] });
    expect(store.held.size).toBe(0);
    expect((await told(drafts, 1)).map(({ kind }) => kind)).not.toContain('published');
  });

  it('are on disk when saving them returns, and gone from it when removing them does', async () => {
    const { drafts, store } = started();
    expect(await drafts.save(aDraft())).toMatchObject({ status: 'kept', waiting: 0 });
    expect([...store.held.values()]).toEqual([aDraft()]);
    expect(await drafts.remove('acme/7')).toMatchObject({ status: 'kept' });
    expect(store.held.size).toBe(0);
  });

  it('that are saved together are written together', async () => {
    const { drafts, store } = started();
    await drafts.save(aDraft({ id: 'first' }));
    const before = store.writes;
    await Promise.all(['a', 'b', 'c'].map((id) => drafts.save(aDraft({ id }))));
    expect(store.writes - before).toBe(1);
    expect([...store.held.keys()]).toEqual(['first', 'a', 'b', 'c']);
  });

  it('from before are told in parts, before it is said that they are known', async () => {
    const store = new FakeDraftStore();
    for (let index = 0; index < 150; index += 1) {
      const draft = aDraft({ id: `acme/${index}` });
      store.held.set(draft.id, draft);
    }
    store.unreadable = 2;
    const { drafts } = started('ready', store);
    const events = await told(drafts, 2);
    expect(
      events.map((event) =>
        event.kind === 'standing' ? event.standing.status : event.drafts.length,
      ),
    ).toEqual(['opening', 100, 50, 'kept']);
    expect(drafts.standing().unreadable).toBe(2);
  });

  it('wait in memory while the vault is locked, and go to the disk when it is opened', async () => {
    const { drafts, store, vault } = started('locked');
    expect(await drafts.save(aDraft())).toMatchObject({
      status: 'locked',
      waiting: 1,
      problem: null,
    });
    expect(store.held.size).toBe(0);
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(drafts.standing()).toMatchObject({ status: 'kept', waiting: 0 });
    });
    expect(store.held.get('acme/7')).toEqual(aDraft());
  });

  it('that were made of the same webhook before and during the lock are both kept', async () => {
    const store = new FakeDraftStore();
    const before = aDraft({ definition: aDefinition('From the last start') });
    store.held.set(before.id, before);
    const { drafts, vault } = started('locked', store);
    await drafts.save(aDraft());
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(drafts.standing().status).toBe('kept');
    });
    expect([...store.held.values()]).toEqual([aDraft(), { ...before, id: 'acme/7/earlier-id-1' }]);
  });

  it('keep an id of the same length, however often they are put aside', async () => {
    const store = new FakeDraftStore();
    const before = aDraft({ id: 'acme/7/earlier-one', definition: aDefinition('From before') });
    store.held.set(before.id, before);
    const { drafts, vault } = started('locked', store);
    await drafts.save(aDraft({ id: before.id }));
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(drafts.standing().status).toBe('kept');
    });
    expect([...store.held.keys()]).toEqual(['acme/7/earlier-one', 'acme/7/earlier-id-1']);
  });

  it('are in memory only where secrets are, and say so; they go to the disk when secrets do', async () => {
    const { drafts, store, vault } = started('memory');
    const standing = await drafts.save(aDraft());
    expect(standing).toMatchObject({ status: 'memory', waiting: 1 });
    expect(standing.reason).toContain('gone when Hookdesk ends');
    expect(store.held.size).toBe(0);
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(store.held.size).toBe(1);
    });
  });

  it('are in memory only beside a file of a newer Hookdesk', async () => {
    const store = new FakeDraftStore();
    store.refusal = 'hookdesk.sqlite was written by a newer Hookdesk.';
    const { drafts } = started('ready', store);
    expect(await drafts.save(aDraft())).toMatchObject({ status: 'memory', reason: store.refusal });
  });

  it('wait while the disk refuses, and are tried again until it takes them', async () => {
    const { drafts, store, clock } = started();
    await drafts.save(aDraft());
    store.problem = full;
    const edited = aDraft({ definition: aDefinition('Edited') });
    expect(await drafts.save(edited)).toMatchObject({
      status: 'failed',
      waiting: 1,
      problem: full,
    });
    expect(await drafts.remove('other')).toMatchObject({ status: 'failed' });
    store.problem = null;
    clock.move(500);
    await vi.waitFor(() => {
      expect(drafts.standing()).toMatchObject({ status: 'kept', waiting: 0 });
    });
    expect(store.held.get('acme/7')).toEqual(edited);
  });

  it('go into a file that had to be opened again, whatever that holds', async () => {
    const { drafts, store } = started();
    await drafts.save(aDraft());
    await drafts.save(aDraft({ id: 'acme/8' }));
    store.held = new Map([
      ['acme/7', aDraft({ definition: aDefinition('From the copy') })],
      ['acme/6', aDraft({ id: 'acme/6' })],
    ]);
    store.opening = 2;
    store.notice = 'The file of drafts was damaged.';
    expect(await drafts.save(aDraft({ id: 'acme/9' }))).toMatchObject({
      status: 'kept',
      notices: [store.notice],
    });
    expect([...store.held.keys()].sort()).toEqual(['acme/7', 'acme/8', 'acme/9']);
    expect(store.held.get('acme/7')).toEqual(aDraft());
  });

  it('go into a file that was opened again for another store, before anything else is saved', async () => {
    const { drafts, store } = started();
    await drafts.save(aDraft());
    store.held = new Map();
    store.notice = 'The file of drafts was deleted.';
    store.reopen();
    await vi.waitFor(() => {
      expect([...store.held.values()]).toEqual([aDraft()]);
    });
    expect(drafts.standing()).toMatchObject({ status: 'kept', notices: [store.notice] });
  });

  it('move to another installation as those of new webhooks', async () => {
    const { drafts, store, clock } = started();
    await drafts.save(aDraft());
    const moved = await drafts.move('acme/7', { id: 'globex', variant: 'A' });
    expect(moved).toMatchObject({
      id: 'globex/new-id-1',
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

  it('go with their connection', async () => {
    const { drafts, store } = started();
    await drafts.save(aDraft());
    await drafts.save(aDraft({ id: 'globex/1', connectionId: 'globex' }));
    await drafts.forget('acme');
    expect([...store.held.keys()]).toEqual(['globex/1']);
  });

  it('begin anew where the key of the file is gone, and only there', async () => {
    const { drafts, store } = started();
    await drafts.save(aDraft());
    await expect(drafts.startAnew()).rejects.toMatchObject({ problem: { code: 'refused' } });
    store.problem = dataKeyMissing().problem;
    expect(await drafts.save(aDraft({ id: 'acme/8' }))).toMatchObject({
      status: 'failed',
      waiting: 1,
    });
    expect(await drafts.startAnew()).toMatchObject({ status: 'kept', waiting: 0 });
    expect([...store.held.keys()].sort()).toEqual(['acme/7', 'acme/8']);
  });

  it('that wait are tried once more at the end', async () => {
    const { drafts, store } = started();
    await drafts.save(aDraft());
    store.problem = full;
    await drafts.save(aDraft({ id: 'acme/8' }));
    store.problem = null;
    await drafts.close();
    expect([...store.held.keys()]).toEqual(['acme/7', 'acme/8']);
  });
});
