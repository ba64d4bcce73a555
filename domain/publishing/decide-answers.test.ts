import { describe, expect, it } from 'vitest';
import { definitionOf, type Webhook } from '../webhook/webhook.ts';
import { decideRow } from './decide-row.ts';
import { installationList } from './installation-list.ts';
import type { PlanItem, RowAnswers } from './plan.ts';
import { rowStateOf } from './row-state.ts';
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
  lineage: null,
  undoes: null,
  ...change,
});

/** The row with its state: before answers, and with them. */
function rowFor(change: Partial<PlanItem>, answers: RowAnswers, ...webhooks: Webhook[]) {
  const list = installationList('B', webhooks);
  const [before, after] = [{}, answers].map((each) => {
    const row = decideRow(item(change), list, each);
    return { ...row, state: rowStateOf(row) };
  });
  return { before, after };
}
const put: RowAnswers = { method: 'PUT' };
const asked = { kind: 'method', given: 'PATCH', choices: ['POST', 'PUT'], proposed: 'POST' };

describe('a method that variant B does not support', () => {
  const off = { ...definitionOf(held), enabled: false };

  it('needs an answer, even if the installation has the method', () => {
    const { before, after } = rowFor({ definition: off }, put, held);
    expect(before).toMatchObject({ state: 'undecided', needs: [asked], issues: [] });
    expect(before?.selected).toBe(false);
    expect(after).toMatchObject({
      state: 'ready',
      definition: { enabled: false, method: 'PUT' },
      answers: put,
      needs: [],
      reasons: [],
      selected: true,
    });
    expect(held.method).toBe('PATCH');
  });

  it('is replaced by the answer in a create', () => {
    expect(rowFor({ action: 'create', base: null }, put).after).toMatchObject({
      state: 'ready',
      definition: { method: 'PUT' },
    });
  });

  it('is replaced by the answer, even if another person set it', () => {
    const base = { ...held, method: 'POST' };
    const change = { base, definition: { ...off, method: 'POST' } };
    const { before, after } = rowFor(change, { method: 'POST' }, held);
    expect(before?.state).toBe('undecided');
    expect(after).toMatchObject({
      state: 'ready',
      definition: { method: 'POST' },
      reasons: [
        expect.stringContaining('was changed'),
        expect.stringContaining('Merged with changes'),
      ],
    });
  });

  it('is replaced by the answer, but other issues remain', () => {
    const change = { action: 'create', base: null, definition: { ...off, name: '' } } as const;
    const { after } = rowFor(change, put);
    expect(after).toMatchObject({ state: 'blocked', definition: { method: 'PUT' }, needs: [] });
    expect(after?.reasons).toEqual(['Enter a webhook name.']);
  });

  it('is replaced only by a supported method, and only if an answer is needed', () => {
    const { before, after } = rowFor({ definition: off }, { method: 'GET' }, held);
    expect(after).toEqual({ ...before, answers: { method: 'GET' } });
    const change = { base: aWebhook(7), definition: { ...aWebhook(7), name: 'x' } };
    expect(rowFor(change, put, aWebhook(7)).after).toMatchObject({
      definition: { method: 'POST' },
    });
  });
});

describe('a webhook to delete that changed', () => {
  const removal = { action: 'delete', definition: null } as const;
  const anyway: RowAnswers = { conflict: 'delete' };

  it('is deleted in the version that the plan read, after a person confirms', () => {
    const live = aWebhook(7, { method: 'PATCH', enabled: false });
    const { before, after } = rowFor(removal, anyway, live);
    expect(before).toMatchObject({ state: 'conflict', needs: [{ kind: 'conflict' }] });
    expect(after).toMatchObject({
      state: 'ready',
      base: live,
      live,
      needs: [],
      reasons: [expect.stringContaining('was changed'), 'The current version is deleted.'],
    });
  });

  it('is not deleted if another webhook has its id', () => {
    const another = aWebhook(7, {
      name: 'B',
      url: 'https://b.example.com',
      headers: [],
      payloadTemplate: '{}',
    });
    const { before, after } = rowFor(removal, anyway, another);
    expect(before?.state).toBe('gone');
    expect(after?.state).toBe('gone');
  });
});

describe('a webhook to create whose name exists', () => {
  const create = { action: 'create', base: null } as const;
  const named = aWebhook(9);
  const own = { ...create, definition: { ...definitionOf(named), enabled: false } };

  it('is selected only if a person chose the name', () => {
    expect(rowFor(own, {}, named).after).toMatchObject({ state: 'ready', selected: false });
    expect(rowFor(own, { pairWith: 'create' }, named).after).toMatchObject({ selected: true });
    expect(rowFor({ ...own, draftId: 'c/new-1' }, {}, named).after).toMatchObject({
      selected: true,
    });
    expect(rowFor(own, {}).after).toMatchObject({ selected: true });
  });
});
