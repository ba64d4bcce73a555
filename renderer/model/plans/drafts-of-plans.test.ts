import { beforeEach, expect, it, vi } from 'vitest';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { Drafts } from '../drafts.svelte.ts';
import { aConnection } from '../testing/a-connection.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { hostWith } from '../testing/drafts-host.fake.ts';
import { DraftsOfPlans } from './drafts-of-plans.ts';

const made = new Date('2026-01-02T12:00:00Z');
const connection = aConnection({ id: 'acme', variant: 'B' });
const changed: StoredDraft = {
  id: 'acme/7',
  connectionId: 'acme',
  webhookId: 7,
  base: aWebhook(),
  definition: { ...definitionOf(aWebhook()), name: 'Edited' },
  editedAt: new Date('2026-01-02T11:00:00Z'),
};
const created: StoredDraft = {
  ...changed,
  ...{ id: 'acme/new-1', webhookId: null, base: null },
  definition: {
    ...definitionOf(aWebhook()),
    name: 'New',
    headers: definitionOf(aWebhook()).headers.map((header) => ({ ...header, id: null })),
  },
};
const done = { outcome: 'done', webhookId: 7 } as const;

const afterwards = new Date('2026-01-02T12:10:00Z');

/** A window with both drafts, edited last an hour before the plan was made or else at this time. */
async function windowOfBoth(editedAt = changed.editedAt) {
  const host = hostWith([changed, created].map((draft) => ({ ...draft, editedAt })));
  const drafts = new Drafts(host.client, { find: () => connection });
  void drafts.follow();
  await drafts.saving.known;
  const plans = new DraftsOfPlans(drafts, (draft) => {
    drafts.drop(draft);
  });
  return { host, drafts, plans };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

it('a draft that was published is no more, here and on disk', async () => {
  const { host, drafts, plans } = await windowOfBoth();
  await plans.settle({ draftId: 'acme/7' }, done, made);
  await vi.advanceTimersByTimeAsync(300);
  expect(drafts.edited.map(({ key }) => key)).toEqual(['acme/new-1']);
  expect([...host.disk.keys()]).toEqual(['acme/new-1']);
});

it.each(['failed', 'unknown', 'differs', 'not-attempted', 'cancelled'] as const)(
  'one whose row came to “%s” stays',
  async (outcome) => {
    const { drafts, plans } = await windowOfBoth();
    await plans.settle({ draftId: 'acme/7' }, { outcome, webhookId: 7 }, made);
    expect(drafts.edited).toHaveLength(2);
  },
);

it('what was typed while it was published stays, on top of what is there now', async () => {
  const { host, drafts, plans } = await windowOfBoth(afterwards);
  expect(plans.changedSince({ draftId: 'acme/7' }, made)).toBe(true);
  expect(plans.changedSince({ draftId: 'acme/7' }, afterwards)).toBe(false);
  await host.client.drafts.remove({ draftId: 'acme/7' });
  await plans.settle({ draftId: 'acme/7' }, done, made);
  await vi.advanceTimersByTimeAsync(300);
  expect(drafts.get('acme/7')?.fields.name).toBe('Edited');
  expect(host.disk.get('acme/7')?.definition.name).toBe('Edited');
});

it('a new webhook’s draft that was edited further is that of the webhook that it has become', async () => {
  const { drafts, plans } = await windowOfBoth(afterwards);
  await plans.settle({ draftId: 'acme/new-1' }, done, made);
  const draft = drafts.ofWebhook('acme', 7);
  expect(drafts.get('acme/new-1')).toBeNull();
  expect(draft?.differences.map(({ field }) => field)).toEqual(['name']);
  expect(draft?.headerChanges).toMatchObject({ added: [], changed: [], deleted: [] });
});

it('a plan that is made anew leaves out the drafts that have gone', async () => {
  const { drafts, plans } = await windowOfBoth();
  const source = { kind: 'drafts' as const, draftIds: ['acme/7', 'acme/new-1'] };
  expect(plans.stillThere(source)).toEqual(source);
  drafts.get('acme/7')?.discard();
  expect(plans.stillThere(source)).toEqual({ kind: 'drafts', draftIds: ['acme/new-1'] });
  const left = drafts.get('acme/new-1');
  if (left !== null) drafts.drop(left);
  expect(plans.stillThere(source)).toBeNull();
  expect(plans.changedSince({ draftId: 'acme/new-1' }, made)).toBe(true);
});
