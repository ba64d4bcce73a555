import { beforeEach, expect, it, vi } from 'vitest';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { Drafts } from '../../shared/drafts/drafts.svelte.ts';
import { aConnection } from '../../shared/testing/a-connection.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { FakeDraftsHost } from '../../shared/drafts/testing/drafts-host.fake.ts';
import { DraftsOfPlans } from './drafts-of-plans.ts';
import { identityFor } from '#test-support/draft-fixture.ts';

const connection = aConnection({ id: 'acme', variant: 'B' });
const changed: StoredDraft = {
  ...identityFor('acme/7'),
  id: 'acme/7',
  connectionId: 'acme',
  webhookId: 7,
  base: aWebhook(),
  definition: { ...definitionOf(aWebhook()), name: 'Edited' },
  editedAt: new Date('2026-01-02T11:00:00Z'),
  revision: 3,
};
const created: StoredDraft = { ...changed, id: 'acme/new-1', webhookId: null, base: null };

async function windowOfBoth() {
  const host = new FakeDraftsHost([changed, created]);
  const drafts = new Drafts(host.connect().client, {
    find: () => connection,
    isWritable: () => true,
  });
  void drafts.follow();
  await drafts.sync.loaded;
  const plans = new DraftsOfPlans(drafts);
  return { host, drafts, plans };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

it('a plan becomes outdated by an edit in this window or another one', async () => {
  const { host, drafts, plans } = await windowOfBoth();
  const then = await plans.ready();
  const isChanged = (): boolean[] =>
    ['acme/7', 'acme/new-1'].map((draftId) => plans.changedSince({ draftId }, then));
  expect(isChanged()).toEqual([false, false]);
  host.put({ ...changed, revision: 4, definition: { ...changed.definition, url: 'https://x/' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(isChanged()).toEqual([true, false]);
  const draft = drafts.get('acme/new-1');
  if (draft !== null) draft.fields.name = 'Edited further';
  expect(isChanged()).toEqual([true, true]);
  const again = await plans.ready();
  expect(plans.changedSince({ draftId: 'acme/new-1' }, again)).toBe(false);
});

it('a new plan leaves out published and discarded drafts', async () => {
  const { host, drafts, plans } = await windowOfBoth();
  const then = await plans.ready();
  const source = { kind: 'drafts' as const, draftIds: ['acme/7', 'acme/new-1'] };
  expect(plans.stillThere(source)).toEqual(source);
  host.remove('acme/7', { ...aWebhook(), name: 'Edited' });
  await vi.advanceTimersByTimeAsync(0);
  expect(plans.stillThere(source)).toEqual({ kind: 'drafts', draftIds: ['acme/new-1'] });
  const left = drafts.get('acme/new-1');
  if (left !== null) drafts.drop(left);
  expect(plans.stillThere(source)).toBeNull();
  expect(plans.changedSince({ draftId: 'acme/new-1' }, then)).toBe(true);
});
