import { describe, expect, it } from 'vitest';
import { definitionOf, digestOf, type Webhook } from '../webhook/webhook.ts';
import { type PlanItem, sharedReasons } from './plan.ts';
import { decideRow } from './decide-row.ts';
import { installationList } from './installation-list.ts';
import { rowProblem, rowStateOf } from './row-state.ts';
import { aWebhook } from './testing/webhooks.ts';

const base = aWebhook(7);
const item = (change: Partial<PlanItem> = {}): PlanItem => ({
  key: 'k',
  connectionId: 'c',
  action: 'update',
  base,
  undoes: null,
  draftId: 'k',
  draftRevision: 1,
  lineage: 'l',
  definition: { ...definitionOf(base), name: 'Mine' },
  ...change,
});
const seen = (...webhooks: Webhook[]) => installationList('B', webhooks);
const anew = item({ action: 'create', base: null });
const removal = item({ action: 'delete', definition: null });
const another = aWebhook(7, {
  name: 'Pager',
  url: 'https://pager.example.com/',
  payloadTemplate: '{}',
  headers: [],
});

describe('a row', () => {
  it.each<[string, PlanItem, Webhook[], string, string]>([
    ['an update of what is as it was', item(), [base], 'ready', ''],
    [
      'an update of what was changed elsewhere',
      item(),
      [aWebhook(7, { enabled: false })],
      'ready',
      'enabled: on → off',
    ],
    [
      'an update of what has other header ids',
      item(),
      [aWebhook(7, { headers: [{ id: 1, name: 'X-Team', value: 'ops' }] })],
      'ready',
      'new header ids',
    ],
    [
      'an update that is there already',
      item(),
      [aWebhook(7, { name: 'Mine' })],
      'unchanged',
      'already',
    ],
    [
      'an update against another of the same field',
      item(),
      [aWebhook(7, { name: 'Theirs' })],
      'conflict',
      'renamed',
    ],
    ['an update of what is gone', item(), [], 'gone', 'deleted'],
    ['an update of what was replaced', item(), [another], 'gone', 'Another webhook'],
    [
      'an update that is wrong',
      item({ definition: { ...base, method: 'GET' } }),
      [base],
      'undecided',
      'POST or PUT',
    ],
    [
      'an update that does not say of what',
      item({ base: null }),
      [base],
      'blocked',
      'names no webhook',
    ],
    [
      'a create without a definition',
      item({ action: 'create', definition: null }),
      [base],
      'blocked',
      'no change',
    ],
    ['a create', anew, [], 'ready', ''],
    [
      'a create of what is there',
      anew,
      [aWebhook(9, { name: 'Mine' })],
      'ready',
      'equal webhook with the id 9',
    ],
    [
      'a create of a name that is there',
      anew,
      [aWebhook(9, { name: 'Mine', enabled: false })],
      'ready',
      'with this name',
    ],
    [
      'a create that is wrong',
      item({ ...anew, definition: { ...base, name: '' } }),
      [],
      'blocked',
      'Enter a webhook name',
    ],
    ['a delete of what is as it was', removal, [base], 'ready', ''],
    ['a delete with a definition', item({ action: 'delete' }), [base], 'ready', ''],
    ['a delete of what is gone', removal, [], 'unchanged', 'already deleted'],
    [
      'a delete of what was changed',
      removal,
      [aWebhook(7, { enabled: false })],
      'conflict',
      'was changed',
    ],
    ['a delete of what was replaced', removal, [another], 'gone', 'Another webhook'],
  ])('for %s', (_, each, webhooks, state, reason) => {
    const row = decideRow(each, seen(...webhooks));
    expect(rowStateOf(row)).toBe(state);
    expect([...row.reasons, rowProblem(row)?.message ?? ''].join(' ')).toContain(reason);
    expect(row.live).toEqual(
      each.action === 'create' || each.base === null
        ? null
        : (webhooks.find(({ id }) => id === 7) ?? null),
    );
    expect(rowProblem(row) === null).toBe(['ready', 'unchanged', 'undecided'].includes(state));
  });

  const undo = { draftId: null, draftRevision: null, undoes: 'entry' };
  const renamed = aWebhook(7, { name: 'Theirs' });
  const noName = { ...definitionOf(base), name: '' };
  it.each<[string, Partial<PlanItem>, Webhook[]]>([
    ['conflicts', {}, [renamed]],
    ['is deleted', {}, []],
    ['is replaced', {}, [another]],
    ['is deleted by a row and replaced', { action: 'delete', definition: null }, [another]],
    ['has errors', { definition: noName }, [base]],
    ['names no change', { definition: null }, [base]],
  ])('without a draft speaks of none if its webhook %s', (_, change, webhooks) => {
    const row = decideRow(item({ ...change, ...undo }), seen(...webhooks));
    const { message, advice } = rowProblem(row) ?? { message: '', advice: '' };
    const said = [...row.reasons, message, advice].join(' ');
    expect(said).toContain('Nothing was sent');
    expect(said).not.toMatch(/draft|your edits|your version|marked fields|review again/i);
  });

  it.each([
    [item(), 'Open the draft to resolve it.'],
    [item(undo), 'Exclude this row, or edit the webhook itself.'],
  ])('in conflict says what to do', (each, words) => {
    const { reasons } = decideRow(each, seen(renamed));
    expect(reasons.join(' ')).toContain(`1 edit conflicts with the current version. ${words}`);
  });

  it.each([
    ['put', 'PUT'],
    ['PATCH', 'POST'],
  ])('proposes for method %s on variant B the method %s', (given, proposed) => {
    const { needs } = decideRow(item({ definition: { ...base, method: given } }), seen(base));
    expect(needs).toEqual([{ kind: 'method', given, choices: ['POST', 'PUT'], proposed }]);
  });

  it('says once that its webhook changed since a person saw it, and claims no earlier version', () => {
    const otherwise = 'Changed since the update that this undoes.';
    const row = decideRow(
      {
        ...item(undo),
        reasons: [sharedReasons.restores],
        seen: { digest: digestOf(base), otherwise },
      },
      seen(aWebhook(7, { enabled: !base.enabled })),
    );
    expect(row.selected).toBe(false);
    expect(row.reasons).toEqual([
      otherwise,
      'Merged with changes on the installation, which stay: enabled: on → off.',
    ]);
  });

  it('has the changes of both sides, and the header ids of the installation', () => {
    const headers = [{ id: 1, name: 'X-Team', value: 'ops' }];
    const live = aWebhook(7, { enabled: false, headers });
    const { definition } = decideRow(item(), seen(live));
    expect(definition).toMatchObject({ name: 'Mine', enabled: false, headers });
  });
});
