import { describe, expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import type { EntryOutcome } from '../journal/entry.ts';
import { anEntry, aWebhook } from '#test-support/entry-fixture.ts';
import { undoOf } from './testing/undo-of.ts';

const named = (name: string) => aWebhook(7, aDefinition(name));
const first = anEntry({ id: 'first', before: named('a'), after: named('b') });
const second = anEntry({
  id: 'second',
  sequence: 2,
  // The clock was set back.
  at: new Date('2030-01-02T03:03:00Z'),
  before: named('b'),
  after: named('c'),
});
const create = anEntry({ id: 'create', action: 'create', before: null, after: named('a') });
const removal = anEntry({
  id: 'removal',
  sequence: 3,
  at: new Date('2030-01-02T03:02:00Z'),
  action: 'delete',
  before: named('c'),
  meant: null,
  after: null,
});

describe('undo', () => {
  it('of an update restores the version before it', () => {
    const { items, skipped } = undoOf([first]);
    expect(items).toMatchObject([
      {
        key: 'undo/first',
        connectionId: 'acme',
        action: 'update',
        undoes: 'first',
        base: { id: 7, name: 'b' },
        definition: { name: 'a' },
        draftId: null,
      },
    ]);
    expect(items[0]?.reasons).toEqual(['Restores the version before the update.']);
    expect(skipped).toEqual([]);
  });

  it('of a create deletes the webhook', () => {
    expect(undoOf([create]).items).toMatchObject([
      { action: 'delete', base: { id: 7, name: 'a' }, definition: null, undoes: 'create' },
    ]);
  });

  it('of a delete creates the webhook again without header ids, and mentions the new id', () => {
    const { items } = undoOf([removal]);
    expect(items).toMatchObject([{ action: 'create', base: null, definition: { name: 'c' } }]);
    expect(items[0]?.definition?.headers.map(({ id }) => id)).toEqual([null, null]);
    expect(items[0]?.reasons.join(' ')).toContain('a new id');
  });

  it('of a delete names the fields that were not reported', () => {
    const before = { ...named('c'), unreported: ['method'] };
    expect(undoOf([{ ...removal, before }]).items[0]?.reasons.join(' ')).toContain('method');
  });

  it.each([
    ['updates', [first, second], 'update', 'c', 'a'],
    ['updates, whichever was given first', [second, first], 'update', 'c', 'a'],
    ['updates and the delete', [first, second, removal], 'create', undefined, 'a'],
    ['the create and updates', [create, { ...first, sequence: 2 }], 'delete', 'b', undefined],
  ] as const)('of several %s of a webhook is one step', (_, entries, action, base, goal) => {
    const { items } = undoOf(entries);
    expect(items).toHaveLength(1);
    expect(items[0]?.action).toBe(action);
    expect(items[0]?.base?.name).toBe(base);
    expect(items[0]?.definition?.name).toBe(goal);
    expect(items[0]?.reasons[1]).toBe(`Undoes ${entries.length} changes at once.`);
  });

  it('of several changes counts as the undo of the newest', () => {
    expect(undoOf([first, second, removal]).items[0]?.undoes).toBe('removal');
  });

  it('of a create and the delete of the same webhook is skipped with a reason', () => {
    const { items, skipped } = undoOf([create, removal]);
    expect(items).toEqual([]);
    expect(skipped.map(({ entryId }) => entryId).sort()).toEqual(['create', 'removal']);
    expect(skipped[0]?.reason).toContain('created and deleted again');
  });

  it('begins with the newest entry, and separates installations', () => {
    const elsewhere = { ...second, id: 'elsewhere', connectionId: 'globex' };
    const other = { ...first, id: 'other', webhookId: 8, after: aWebhook(8, aDefinition('b')) };
    const keys = undoOf([other, elsewhere, removal]).items.map(({ key }) => key);
    expect(keys).toEqual(['undo/removal', 'undo/elsewhere', 'undo/other']);
  });

  it('keeps other changes in between, and mentions them', () => {
    const between = aWebhook(7, { ...aDefinition('b'), method: 'PUT' });
    const third = { ...second, before: between, after: { ...between, name: 'c' } };
    const { items } = undoOf([first, third]);
    expect(items).toMatchObject([{ definition: { name: 'a', method: 'PUT' } }]);
    expect(items[0]?.reasons.join(' ')).toContain('Other changes in between');
  });

  it.each<[EntryOutcome, string]>([
    ['failed', 'nothing to undo'],
    ['not-applied', 'nothing to undo'],
    ['sent', 'Check it first'],
    ['unknown', 'Check it first'],
  ])('of an entry that is %s is skipped with a reason', (outcome, reason) => {
    const { items, skipped } = undoOf([{ ...first, outcome }]);
    expect(items).toEqual([]);
    expect(skipped).toEqual([
      { entryId: 'first', reason: expect.stringContaining(reason) as string },
    ]);
  });

  it('of an entry without the id or the read-back webhook is skipped with a reason', () => {
    const { skipped } = undoOf([
      { ...create, webhookId: null, after: null },
      { ...first, after: null },
    ]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('id of the created webhook'),
      expect.stringContaining('is not known'),
    ]);
  });
});
