import { describe, expect, it } from 'vitest';
import { anEntry } from '#test-support/entry-fixture.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { differencesOf, isSame, stateOf } from './entry-states.ts';

describe('the state after an entry', () => {
  it('is the read-back version', () => {
    expect(stateOf(anEntry(), 'after')).toMatchObject({
      webhook: { name: 'Pager day' },
      source: 'read',
    });
  });

  it('is the intended version, marked as such, without a read-back', () => {
    const state = stateOf(anEntry({ after: null, outcome: 'unknown' }), 'after');
    expect(state).toMatchObject({ webhook: { name: 'Pager day' }, source: 'meant' });
  });

  it.each(['failed', 'not-applied'] as const)(
    'is the state before if the outcome is %s',
    (outcome) => {
      expect(stateOf(anEntry({ after: null, outcome }), 'after')).toMatchObject({
        webhook: { name: 'Pager night' },
        source: 'read',
      });
    },
  );

  it('is no webhook after a delete', () => {
    const entry = anEntry({ action: 'delete', meant: null, after: null });
    expect(stateOf(entry, 'after')).toEqual({ webhook: null, source: 'read' });
  });
});

describe('the differences of two states', () => {
  it('are those of fields and headers', () => {
    const before = aWebhook();
    const after = { ...before, name: 'Ops night', headers: before.headers.slice(1) };
    const found = differencesOf(before, after);
    expect(found.absent).toBeNull();
    expect(found.differences.map(({ field }) => field)).toEqual(['name']);
    expect(found.headers.deleted.map(({ id }) => id)).toEqual([11]);
    expect(isSame(found)).toBe(false);
  });

  it('are all values that are not empty if one state is missing', () => {
    const created = differencesOf(null, aWebhook());
    expect(created.absent).toBe('before');
    expect(created.differences.map(({ field }) => field)).not.toContain('severities.low');
    expect(created.headers.added).toHaveLength(2);
    expect(differencesOf(aWebhook(), null)).toMatchObject({ absent: 'after' });
    expect(differencesOf(null, null)).toMatchObject({ absent: 'both', differences: [] });
  });

  it('are empty for equal states', () => {
    expect(isSame(differencesOf(aWebhook(), aWebhook()))).toBe(true);
  });
});
