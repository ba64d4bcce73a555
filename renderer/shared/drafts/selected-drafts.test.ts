import { beforeEach, expect, it, vi } from 'vitest';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { aDraft } from '#test-support/draft-fixture.ts';
import { aConnection } from '../testing/a-connection.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import type { Draft } from './draft.svelte.ts';
import { Drafts } from './drafts.svelte.ts';
import { FakeDraftsHost } from './testing/drafts-host.fake.ts';

const connection = aConnection({ id: 'acme', variant: 'B' });
const edited = { ...aWebhook(), name: 'Edited' };

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

it.each<[string, (draft: Draft, drafts: Drafts, host: FakeDraftsHost) => void]>([
  [
    'published',
    (_draft, _drafts, host) => {
      host.remove('acme/7', edited);
    },
  ],
  [
    'discarded',
    (draft) => {
      draft.discard();
    },
  ],
  [
    'discarded in another window',
    (_draft, _drafts, host) => {
      host.remove('acme/7', null);
    },
  ],
  [
    'deleted',
    (draft, drafts) => {
      drafts.drop(draft);
    },
  ],
])('a draft that was %s is not selected, nor is the next edit', async (_how, end) => {
  const stored = { base: aWebhook(), definition: definitionOf(edited), revision: 1 };
  const host = new FakeDraftsHost([aDraft(stored)]);
  const { client } = host.connect();
  const drafts = new Drafts(client, { find: () => connection, isWritable: () => true });
  void drafts.follow();
  await drafts.sync.loaded;
  const draft = drafts.get('acme/7');
  if (draft === null) throw new Error('The draft is not there.');
  drafts.ticked.toggle('acme/7');
  expect(drafts.selected).toEqual([draft]);
  end(draft, drafts, host);
  drafts.noteEdits();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(drafts.edited).toEqual([]);
  const next = await drafts.open(connection, 7, new AbortController().signal);
  next.fields.url = 'https://next.example.com/';
  expect(drafts.edited).toEqual([next]);
  expect(drafts.selected).toEqual([]);
});
