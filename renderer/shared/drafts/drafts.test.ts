import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import type { Draft } from './draft.svelte.ts';
import { Drafts } from './drafts.svelte.ts';
import { aConnection } from '../testing/a-connection.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { FakeDraftsHost } from './testing/drafts-host.fake.ts';
import { identityFor } from '#test-support/draft-fixture.ts';

const connection = aConnection({ id: 'acme', variant: 'B' });

const storedDraft = (changes: Partial<StoredDraft> = {}): StoredDraft => ({
  ...identityFor(changes.id ?? 'acme/7'),
  id: 'acme/7',
  connectionId: 'acme',
  webhookId: 7,
  base: aWebhook(),
  definition: { ...definitionOf(aWebhook()), name: 'Edited before' },
  editedAt: new Date('2030-01-02T03:04:05Z'),
  revision: 1,
  ...changes,
});

const find = (id: string) => (id === 'acme' ? connection : undefined);
const connections = { find, isWritable: () => true };
async function windowOn(host: FakeDraftsHost): Promise<Drafts> {
  const drafts = new Drafts(host.connect().client, connections);
  windows.push(drafts);
  void drafts.follow();
  await drafts.sync.loaded;
  return drafts;
}

/** The windows of one test. `settle` notes their edits and advances the timers by 1 s. */
const windows: Drafts[] = [];
async function settle(): Promise<void> {
  for (const drafts of windows) drafts.noteEdits();
  await vi.advanceTimersByTimeAsync(1_000);
}
const signal = new AbortController().signal;

function there(draft: Draft | null): Draft {
  if (draft === null) throw new Error('The draft is not there.');
  return draft;
}

beforeEach(() => {
  vi.useFakeTimers();
  windows.length = 0;
  return () => {
    vi.useRealTimers();
  };
});

describe('stored drafts', () => {
  it('are loaded with their base and are not saved again', async () => {
    const host = new FakeDraftsHost([
      storedDraft(),
      storedDraft({ id: 'gone/new-1', connectionId: null, webhookId: null, base: null }),
    ]);
    const drafts = await windowOn(host);
    await settle();
    expect(host.calls).toEqual([]);
    expect(drafts.edited.map(({ key }) => key)).toEqual(['acme/7', 'gone/new-1']);
    const draft = there(drafts.ofWebhook('acme', 7));
    expect(draft.base).toEqual(aWebhook());
    expect(draft.differences.map(({ field }) => field)).toEqual(['name']);
    expect(storedDraft()).toMatchObject(drafts.edit(draft));
  });

  it('replace the content of a draft that was opened before they were loaded', async () => {
    const host = new FakeDraftsHost([storedDraft()]);
    const drafts = new Drafts(host.connect().client, connections);
    const opening = drafts.open(connection, 7, signal);
    void drafts.follow();
    expect((await opening).fields.name).toBe('Edited before');
  });

  it('are restored unchanged after a discard', async () => {
    const stored = storedDraft({ lineage: 'first', settledRevision: 1 });
    const host = new FakeDraftsHost([stored]);
    const drafts = await windowOn(host);
    const draft = there(drafts.ofWebhook('acme', 7));
    const edit = drafts.edit(draft);
    drafts.drop(draft);
    await settle();
    expect(host.disk.size).toBe(0);
    drafts.restore(edit);
    await settle();
    expect([...host.disk.values()]).toEqual([{ ...stored, revision: 2 }]);
    expect(drafts.edited).toHaveLength(1);
  });

  it('keep their lineage when discarding them is undone, and get another for later edits', async () => {
    const drafts = await windowOn(new FakeDraftsHost([storedDraft({ lineage: 'first' })]));
    const draft = there(drafts.ofWebhook('acme', 7));
    const back = draft.snapshot();
    draft.discard();
    expect(draft.identity.lineage).not.toBe('first');
    back();
    expect(draft.identity.lineage).toBe('first');
  });

  it('pass their lineage to a draft that is created again, but not to a duplicate', async () => {
    const drafts = await windowOn(new FakeDraftsHost());
    const draft = drafts.create(connection);
    const { lineage } = draft.identity;
    expect(drafts.createFrom(connection, draft.definition, lineage).identity.lineage).toBe(lineage);
    expect(drafts.duplicate(connection, draft.definition).identity.lineage).not.toBe(lineage);
  });
});

describe('a new webhook', () => {
  it('is stored with the first edit, and not before', async () => {
    const host = new FakeDraftsHost();
    const [here, other] = [await windowOn(host), await windowOn(host)];
    const draft = here.create(connection);
    await settle();
    await here.flushNow();
    expect(host.calls).toEqual([]);
    expect([here.edited, here.newOf('acme'), other.edited]).toEqual([[], [], []]);
    expect([here.areSaved, here.sync.wouldBeLost]).toEqual([true, false]);
    draft.fields.enabled = !draft.fields.enabled;
    await settle();
    expect(here.newOf('acme')).toEqual([draft]);
    expect(other.edited).toHaveLength(1);
    draft.fields.enabled = !draft.fields.enabled;
    await settle();
    expect(here.newOf('acme')).toEqual([draft]);
    expect(host.disk.size).toBe(1);
  });

  it('that nobody edited is gone with the next one', async () => {
    const host = new FakeDraftsHost();
    const drafts = await windowOn(host);
    const left = drafts.create(connection);
    await settle();
    drafts.create(connection);
    await settle();
    expect(drafts.get(left.key)).toBeNull();
    expect(host.calls).toEqual([]);
  });

  it('that duplicates another is stored at once', async () => {
    const host = new FakeDraftsHost();
    const drafts = await windowOn(host);
    drafts.duplicate(connection, definitionOf(aWebhook()));
    await settle();
    expect(host.disk.size).toBe(1);
  });
});

describe('an edit', () => {
  it('that is undone deletes the stored draft', async () => {
    const host = new FakeDraftsHost();
    const drafts = await windowOn(host);
    const draft = await drafts.open(connection, 7, signal);
    await settle();
    expect(host.calls).toEqual([]);
    draft.fields.name = 'Other';
    await settle();
    expect(drafts.revisionOf(draft)).toBe(1);
    draft.undoField('name');
    await settle();
    expect(host.calls).toEqual(['save Other', 'remove acme/7']);
    expect(host.disk.size).toBe(0);
  });

  it('in another window appears in the open draft of this window', async () => {
    const host = new FakeDraftsHost();
    const [here, there] = [await windowOn(host), await windowOn(host)];
    const mine = await here.open(connection, 7, signal);
    const theirs = await there.open(connection, 7, signal);
    theirs.fields.name = 'Theirs';
    await settle();
    expect(mine.fields.name).toBe('Theirs');
    mine.fields.url = 'https://mine.example.com/';
    await settle();
    expect([theirs.fields.url, theirs.isEdited]).toEqual(['https://mine.example.com/', true]);
    expect(host.calls).toEqual(['save Theirs', 'save Theirs']);
  });

  it('is merged with a concurrent edit in another window', async () => {
    const host = new FakeDraftsHost();
    const [here, there] = [await windowOn(host), await windowOn(host)];
    const mine = await here.open(connection, 7, signal);
    const theirs = await there.open(connection, 7, signal);
    theirs.fields.name = 'Theirs';
    mine.addHeader().name = 'X-Mine';
    await settle();
    for (const draft of [mine, theirs]) {
      expect(draft.fields.name).toBe('Theirs');
      expect(draft.definition.headers.at(-1)?.name).toBe('X-Mine');
    }
    expect(host.disk.size).toBe(1);
  });

  it('in another window keeps the rows of unchanged headers', async () => {
    const host = new FakeDraftsHost([storedDraft()]);
    const drafts = await windowOn(host);
    const draft = there(drafts.get('acme/7'));
    const keys = draft.headerRows.map(({ key }) => key);
    const definition = { ...storedDraft().definition };
    definition.headers = [{ id: null, name: 'X-First', value: '1' }, ...definition.headers];
    host.put(storedDraft({ revision: 2, definition }));
    await settle();
    expect(draft.headerRows.slice(1).map(({ key }) => key)).toEqual(keys);
  });
});

describe('the same field changed in two windows', () => {
  async function forked() {
    const host = new FakeDraftsHost();
    const [here, there] = [await windowOn(host), await windowOn(host)];
    const mine = await here.open(connection, 7, signal);
    const theirs = await there.open(connection, 7, signal);
    theirs.fields.name = 'Theirs';
    mine.fields.name = 'Mine';
    mine.fields.url = 'https://mine.example.com/';
    await there.flushNow();
    await settle();
    return { host, here, there, mine };
  }

  it('forks the draft of this window, which stays on screen and is saved', async () => {
    const { host, here, there, mine } = await forked();
    expect(mine.key).not.toBe('acme/7');
    const lineage = host.disk.get('acme/7')?.lineage;
    expect(mine.identity).toMatchObject({ kind: 'fork', lineage });
    expect(mine.fields.name).toBe('Mine');
    expect(mine.fork).toMatchObject({ of: 'acme/7', conflicts: [{ path: 'name' }] });
    expect(host.disk.get(mine.key)?.definition.name).toBe('Mine');
    expect(host.disk.get('acme/7')?.definition.name).toBe('Theirs');
    for (const drafts of [here, there]) {
      expect(drafts.ofWebhook('acme', 7)?.fields.name).toBe('Theirs');
      expect(drafts.edited).toHaveLength(2);
    }
  });

  it.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('is resolved by using %s, and other edits stay', async (prefer, name) => {
    const { host, here, there, mine } = await forked();
    if (mine.fork === null) throw new Error('It did not fork.');
    const undo = here.join(mine, mine.fork, prefer);
    await settle();
    expect([...host.disk.keys()]).toEqual(['acme/7']);
    for (const each of [here.get('acme/7'), there.get('acme/7')]) {
      expect(each?.fields).toMatchObject({ name, url: 'https://mine.example.com/' });
    }
    undo();
    await settle();
    expect([...host.disk.values()].map(({ definition }) => definition.name).sort()).toEqual([
      'Mine',
      'Theirs',
    ]);
  });
});

describe('a text with the focus', () => {
  it('is replaced only after it loses the focus, while other edits are saved', async () => {
    const host = new FakeDraftsHost([storedDraft()]);
    const draft = there((await windowOn(host)).get('acme/7'));
    draft.focusedField = 'name';
    const definition = { ...storedDraft().definition, name: 'Theirs' };
    host.put(storedDraft({ revision: 2, definition }));
    await settle();
    expect([draft.fields.name, draft.heldBack]).toEqual(['Edited before', 'name']);
    draft.fields.severities.low = !draft.fields.severities.low;
    await settle();
    expect(host.disk.get('acme/7')?.definition).toMatchObject({
      name: 'Theirs',
      severities: { low: draft.fields.severities.low },
    });
    expect(draft.fields.name).toBe('Edited before');
    draft.focusedField = 'url';
    await settle();
    expect([draft.fields.name, draft.heldBack]).toEqual(['Theirs', null]);
    expect(host.disk.size).toBe(1);
  });

  it('forks the draft if a person types on after a change in another window', async () => {
    const host = new FakeDraftsHost([storedDraft()]);
    const drafts = await windowOn(host);
    const draft = there(drafts.get('acme/7'));
    draft.focusedField = 'name';
    const definition = { ...storedDraft().definition, name: 'Theirs' };
    host.put(storedDraft({ revision: 2, definition }));
    await settle();
    draft.fields.name = 'Edited before and on';
    await settle();
    expect([draft.fields.name, draft.heldBack]).toEqual(['Edited before and on', null]);
    expect(draft.fork).not.toBeNull();
    expect(drafts.get('acme/7')?.fields.name).toBe('Theirs');
  });
});

describe('a text with the focus, in a draft that another window discarded', () => {
  const newDraft = { id: 'acme/new-1', webhookId: null, base: null };

  it('is replaced only after it loses the focus', async () => {
    const host = new FakeDraftsHost([storedDraft()]);
    const draft = there((await windowOn(host)).get('acme/7'));
    draft.focusedField = 'name';
    host.remove('acme/7', null);
    await settle();
    expect([draft.fields.name, draft.heldBack]).toEqual(['Edited before', 'name']);
    draft.focusedField = null;
    await settle();
    expect([draft.isEdited, draft.heldBack]).toEqual([false, null]);
    expect([...host.disk.keys(), ...host.calls]).toEqual([]);
  });

  it('stays in the window until the draft of a new webhook has no focus', async () => {
    const host = new FakeDraftsHost([storedDraft(newDraft)]);
    const drafts = await windowOn(host);
    const draft = there(drafts.get('acme/new-1'));
    draft.focusedField = 'url';
    host.remove('acme/new-1', null);
    await settle();
    expect([drafts.get('acme/new-1'), draft.heldBack]).toEqual([draft, 'url']);
    draft.focusedField = null;
    await settle();
    expect(drafts.get('acme/new-1')).toBeNull();
    expect([...host.disk.keys(), ...host.calls]).toEqual([]);
  });

  it.each([storedDraft(), storedDraft(newDraft)])(
    'stays if a person types on in $id',
    async (stored) => {
      const host = new FakeDraftsHost([stored]);
      const draft = there((await windowOn(host)).get(stored.id));
      draft.focusedField = 'name';
      host.remove(stored.id, null);
      await settle();
      draft.fields.name = 'Edited before and on';
      await settle();
      draft.focusedField = null;
      await settle();
      expect([draft.fields.name, draft.heldBack]).toEqual(['Edited before and on', null]);
      expect(host.disk.get(stored.id)?.definition.name).toBe('Edited before and on');
    },
  );

  it('stays if the other window restores the draft', async () => {
    const host = new FakeDraftsHost([storedDraft()]);
    const draft = there((await windowOn(host)).get('acme/7'));
    draft.focusedField = 'name';
    host.remove('acme/7', null);
    await settle();
    host.put(storedDraft({ revision: 2 }));
    await settle();
    draft.focusedField = null;
    await settle();
    expect([draft.fields.name, draft.heldBack]).toEqual(['Edited before', null]);
    expect(host.disk.size).toBe(1);
  });
});

describe('a draft that was deleted at the host', () => {
  it('loses its edits if another window discarded it', async () => {
    const host = new FakeDraftsHost([
      storedDraft(),
      storedDraft({ id: 'acme/new-1', webhookId: null, base: null }),
    ]);
    const drafts = await windowOn(host);
    const draft = there(drafts.get('acme/7'));
    host.remove('acme/7', null);
    host.remove('acme/new-1', null);
    await settle();
    expect([draft.isEdited, drafts.edited.length]).toEqual([false, 0]);
    expect(drafts.get('acme/new-1')).toBeNull();
    expect(host.disk.size).toBe(0);
  });

  it('stays if it was edited since', async () => {
    const host = new FakeDraftsHost([storedDraft()]);
    const draft = there((await windowOn(host)).get('acme/7'));
    host.remove('acme/7', null);
    draft.fields.url = 'https://since.example.com/';
    await settle();
    expect(host.disk.get('acme/7')?.definition).toMatchObject({
      name: 'Edited before',
      url: 'https://since.example.com/',
    });
  });

  it('becomes the published webhook', async () => {
    const host = new FakeDraftsHost([
      storedDraft({ id: 'acme/new-1', webhookId: null, base: null }),
    ]);
    const drafts = await windowOn(host);
    const moved: string[] = [];
    drafts.events = {
      onMoved: (from, to) => moved.push(`${from} ${to}`),
      onBase: (draft, { id }) => moved.push(`${draft.key} is ${id}`),
      onPublished: ({ key }) => moved.push(`${key} published`),
      onDiscarded: () => undefined,
    };
    const draft = there(drafts.get('acme/new-1'));
    host.remove('acme/new-1', { ...aWebhook(), id: 12, name: 'Edited before' });
    await settle();
    expect(drafts.ofWebhook('acme', 12)).toBe(draft);
    const { key, isEdited, publication } = draft;
    expect([key, isEdited, publication.kind]).toEqual(['acme/12', false, 'published']);
    expect(moved).toEqual(['acme/new-1 is 12', 'acme/new-1 acme/12', 'acme/12 published']);
    expect(host.calls).toEqual([]);
  });

  it('keeps edits made during publishing, on top of the published webhook', async () => {
    const host = new FakeDraftsHost([
      storedDraft({ id: 'acme/new-1', webhookId: null, base: null }),
    ]);
    const drafts = await windowOn(host);
    const draft = there(drafts.get('acme/new-1'));
    host.remove('acme/new-1', { ...aWebhook(), id: 12, name: 'Edited before' });
    draft.fields.url = 'https://since.example.com/';
    await settle();
    expect(draft.differences.map(({ field }) => field)).toEqual(['url']);
    expect(host.disk.get('acme/new-1')).toMatchObject({ webhookId: 12, base: { id: 12 } });
    expect(drafts.ofWebhook('acme', 12)).toBe(draft);
  });
});

it('a draft has its latest publish request until the person settles it', async () => {
  const host = new FakeDraftsHost([storedDraft()]);
  const drafts = await windowOn(host);
  const draft = there(drafts.get('acme/7'));
  expect(drafts.entryOf(draft)).toBeNull();
  host.entry({
    id: 'e1',
    at: new Date('2030-01-02T03:04:05Z'),
    endedAt: null,
    action: 'update',
    webhookId: 7,
    outcome: 'unknown',
    problem: null,
    notes: [],
    draftId: 'acme/7',
    draftRevision: 1,
    accepted: false,
    candidates: [],
  });
  await settle();
  expect(drafts.entryOf(draft)?.outcome).toBe('unknown');
  draft.publication = { kind: 'kept', entryId: 'e1', isHere: true };
  expect(drafts.entryOf(draft)).toBeNull();
});
