import { describe, expect, it } from 'vitest';
import { PlanRow, type RowResult } from '#domain/publishing/plan.ts';
import { conflictProblem } from '#domain/publishing/publish-problems.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { aResult } from './testing/a-plan.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { deleteAfterChange } from './row-reading.svelte.ts';

const live = aWebhook();
const row = PlanRow.parse({
  key: 'k',
  connectionId: 'acme',
  action: 'delete',
  base: live,
  definition: null,
  draftId: null,
  draftRevision: null,
  undoes: 'entry',
  reasons: [],
  live,
  problem: null,
});
const conflict = (now: Webhook | null): RowResult =>
  aResult('k', 'failed', { problem: conflictProblem(live, now, null) });

describe('deleteAfterChange', () => {
  it('plans the delete again for the current webhook', () => {
    const now = { ...live, enabled: !live.enabled };
    expect(deleteAfterChange(row, conflict(now))).toMatchObject({
      before: live,
      now,
      again: { kind: 'items', items: [{ action: 'delete', base: now, undoes: 'entry' }] },
    });
  });

  it('does not plan the delete again if another webhook has the id', () => {
    const now = { ...live, name: 'B', url: 'https://b.example.com', headers: [] };
    const another = { ...now, payloadTemplate: 'another' };
    expect(deleteAfterChange(row, conflict(another))).toMatchObject({ now: another, again: null });
  });

  it.each<[string, PlanRow, RowResult]>([
    ['a delete that is done', row, aResult('k')],
    ['an update', { ...row, action: 'update' }, conflict({ ...live, enabled: !live.enabled })],
    ['a webhook that is gone', row, conflict(null)],
  ])('returns null for %s', (_, each, result) => {
    expect(deleteAfterChange(each, result)).toBeNull();
  });
});
