import { describe, expect, it } from 'vitest';
import { definitionOf, type Webhook } from '../webhook/webhook.ts';
import { applyRowDecision, methodsToChoose } from './apply-row-decision.ts';
import type { PlanItem } from './plan.ts';
import { decidePlanRow, seenInstallation } from './decide-plan-row.ts';
import { aWebhook } from './testing/webhooks.ts';

const held = aWebhook(7, { method: 'PATCH' });
const item = (change: Partial<PlanItem>): PlanItem => ({
  key: 'k',
  connectionId: 'c',
  action: 'update',
  base: held,
  definition: definitionOf(held),
  draftId: null,
  draftRevision: null,
  undoes: null,
  ...change,
});
const rowFor = (change: Partial<PlanItem>, ...webhooks: Webhook[]) =>
  decidePlanRow(item(change), seenInstallation('B', webhooks));
const put = { kind: 'method', method: 'PUT' } as const;

describe('a method that variant B does not take', () => {
  const off = { ...definitionOf(held), enabled: false };

  it('blocks the row although the installation holds it, until one is chosen', () => {
    const row = rowFor({ definition: off }, held);
    expect(row.state).toBe('blocked');
    expect(methodsToChoose(row.problem, 'B')).toEqual(['POST', 'PUT']);
    const decided = applyRowDecision(row, put, 'B');
    expect(decided).toMatchObject({
      state: 'ready',
      definition: { enabled: false, method: 'PUT' },
      problem: null,
      reasons: [],
    });
    expect(held.method).toBe('PATCH');
  });

  it('is chosen for a webhook that is created', () => {
    const row = rowFor({ action: 'create', base: null });
    expect(applyRowDecision(row, put, 'B')).toMatchObject({
      state: 'ready',
      definition: { method: 'PUT' },
    });
  });

  it('was given by somebody else meanwhile: the choice holds all the same', () => {
    const base = { ...held, method: 'POST' };
    const row = rowFor({ base, definition: { ...off, method: 'POST' } }, held);
    expect(row.state).toBe('blocked');
    expect(applyRowDecision(row, { kind: 'method', method: 'POST' }, 'B')).toMatchObject({
      state: 'ready',
      definition: { method: 'POST' },
      reasons: [expect.stringContaining('was changed'), expect.stringContaining('put together')],
    });
  });

  it('leaves what else is wrong', () => {
    const row = rowFor({ action: 'create', base: null, definition: { ...off, name: '' } });
    const decided = applyRowDecision(row, put, 'B');
    expect(decided).toMatchObject({ state: 'blocked', definition: { method: 'PUT' } });
    expect(decided.reasons).toEqual(['Give the webhook a name.']);
    expect(methodsToChoose(decided.problem, 'B')).toEqual([]);
  });

  it('is no other than those of the variant, and only where it is asked for', () => {
    const row = rowFor({ definition: off }, held);
    expect(applyRowDecision(row, { kind: 'method', method: 'GET' }, 'B')).toBe(row);
    const ready = rowFor(
      { base: aWebhook(7), definition: { ...aWebhook(7), name: 'x' } },
      aWebhook(7),
    );
    expect(applyRowDecision(ready, put, 'B')).toBe(ready);
    expect(methodsToChoose(row.problem, 'A')).toEqual([]);
  });
});

describe('a webhook to delete that changed', () => {
  const removal = { action: 'delete', definition: null } as const;
  const anyway = { kind: 'delete-anyway' } as const;

  it('is deleted from what was read for the plan once a person says so', () => {
    const live = aWebhook(7, { method: 'PATCH', enabled: false });
    const row = rowFor(removal, live);
    expect(row.state).toBe('conflict');
    expect(applyRowDecision(row, anyway, 'B')).toMatchObject({
      state: 'ready',
      base: live,
      live,
      problem: null,
      reasons: [expect.stringContaining('was changed'), 'It is deleted as it is there now.'],
    });
  });

  it('is not deleted where another webhook has its id', () => {
    const another = aWebhook(7, {
      name: 'B',
      url: 'https://b.example.com',
      headers: [],
      payloadTemplate: '{}',
    });
    const row = rowFor(removal, another);
    expect(row.state).toBe('gone');
    expect(applyRowDecision(row, anyway, 'B')).toBe(row);
  });
});
