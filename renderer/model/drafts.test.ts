import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { Drafts } from './drafts.svelte.ts';
import { aConnection } from './testing/a-connection.ts';
import { aWebhook } from './testing/a-webhook.ts';
import { type DraftsHost, hostWith } from './testing/drafts-host.fake.ts';

const connection = aConnection({ id: 'acme', variant: 'B' });

const storedDraft = (changes: Partial<StoredDraft> = {}): StoredDraft => ({
  id: 'acme/7',
  connectionId: 'acme',
  webhookId: 7,
  base: aWebhook(),
  definition: { ...definitionOf(aWebhook()), name: 'Edited before' },
  editedAt: new Date('2030-01-02T03:04:05Z'),
  ...changes,
});

async function windowOn(host: DraftsHost): Promise<Drafts> {
  const drafts = new Drafts(host.client, {
    find: (id) => (id === 'acme' ? connection : undefined),
  });
  void drafts.follow();
  await drafts.saving.known;
  return drafts;
}

const signal = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

describe('drafts from before', () => {
  it('are there with what they started from, and are not saved again for that', async () => {
    const host = hostWith([
      storedDraft(),
      storedDraft({ id: 'gone/new-1', connectionId: null, base: null }),
    ]);
    const drafts = await windowOn(host);
    flushSync();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(host.calls).toEqual([]);
    expect(drafts.edited.map(({ key }) => key)).toEqual(['acme/7', 'gone/new-1']);
    const draft = drafts.ofWebhook('acme', 7);
    expect(draft?.base).toEqual(aWebhook());
    expect(draft?.differences.map(({ field }) => field)).toEqual(['name']);
    expect(draft && drafts.stored(draft)).toEqual(storedDraft());
  });

  it('take the place of what was opened before they were known', async () => {
    const host = hostWith([storedDraft()]);
    const drafts = new Drafts(host.client, { find: () => connection });
    const opening = drafts.open(connection, 7, signal);
    void drafts.follow();
    expect((await opening).fields.name).toBe('Edited before');
  });

  it('that the host published go, but for one that was edited since', async () => {
    const other = storedDraft({ id: 'acme/8', editedAt: new Date('2030-01-02T03:04:06Z') });
    const { editedAt } = storedDraft();
    const host = hostWith(
      [storedDraft(), other],
      [
        { id: 'acme/7', editedAt },
        { id: 'acme/8', editedAt },
      ],
    );
    const drafts = await windowOn(host);
    expect(drafts.edited.map(({ key }) => key)).toEqual(['acme/8']);
  });

  it('that are thrown away come back as they were', async () => {
    const host = hostWith([storedDraft()]);
    const drafts = await windowOn(host);
    const draft = drafts.ofWebhook('acme', 7);
    if (draft === null) throw new Error('It is not there.');
    const stored = drafts.stored(draft);
    drafts.drop(draft);
    await vi.advanceTimersByTimeAsync(0);
    expect(host.disk.size).toBe(0);
    drafts.bringBack(stored);
    await vi.advanceTimersByTimeAsync(300);
    expect([...host.disk.values()]).toEqual([storedDraft()]);
  });
});

describe('a draft that was published', () => {
  const header = (id: number | null, name: string) => ({ id, name, value: `value of ${name}` });
  const live = { ...aWebhook(), headers: [header(1, 'A'), header(2, 'B')] };

  it('goes on from what was read back', async () => {
    const drafts = await windowOn(hostWith([]));
    const draft = drafts.createFrom(connection, { ...definitionOf(live), name: 'New' });
    const sent = draft.definition;
    const next = drafts.settle(draft, { ...live, name: 'New' }, sent);
    expect([next.key, next.isEdited, drafts.get(draft.key)]).toEqual(['acme/7', false, null]);
  });

  it('keeps what was edited while it was on its way, with the ids that headers got', async () => {
    const drafts = await windowOn(hostWith([]));
    const draft = await drafts.openLast(connection, live);
    const headers = [header(1, 'A'), header(2, 'B'), header(null, 'C')];
    draft.restore({ ...definitionOf(live), name: 'Sent', headers });
    const sent = draft.definition;
    draft.restore({ ...sent, name: 'Further', headers: headers.slice(1) });
    const readBack = {
      ...live,
      name: 'Sent',
      headers: [...live.headers, header(3, 'C')],
    };
    const next = drafts.settle(draft, readBack, sent);
    expect([next.base?.name, next.definition.name, next.isEdited]).toEqual([
      'Sent',
      'Further',
      true,
    ]);
    expect(next.definition.headers.map(({ id, name }) => [id, name])).toEqual([
      [2, 'B'],
      [3, 'C'],
    ]);
  });
});
