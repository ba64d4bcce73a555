import { describe, expect, it } from 'vitest';
import { itemToDelete, itemToEdit, namedChanges, verbOfChange } from './change-many.ts';
import { decideRow } from './decide-row.ts';
import { applyEdit, notEdited, type WebhookEdit } from './edit-many.ts';
import { installationList } from './installation-list.ts';
import { rowStateOf } from './row-state.ts';
import { aWebhook } from './testing/webhooks.ts';

const on = { ...aWebhook(7), enabled: true };
const seen = installationList('B', [on]);
const itemOf = (edits: readonly WebhookEdit[]) => {
  const edited = edits.reduce((before, edit) => applyEdit(before, edit, 'B'), notEdited(on));
  return itemToEdit('acme', on, edited);
};

describe('a webhook in a change of many webhooks', () => {
  it.each([
    ['turn-off', 'ready', false],
    ['turn-on', 'unchanged', true],
  ] as const)('%s is %s', (name, state, enabled) => {
    const row = decideRow(itemOf(namedChanges[name]), seen);
    expect(row).toMatchObject({ action: 'update', connectionId: 'acme', draftId: null });
    expect(rowStateOf(row)).toBe(state);
    expect(row.definition?.enabled).toBe(enabled);
  });

  it('is deleted in the last read version', () => {
    const row = decideRow(itemToDelete('acme', on), seen);
    expect(row).toMatchObject({ action: 'delete', definition: null, live: on });
    expect(rowStateOf(row)).toBe('ready');
  });

  it('keeps all other fields', () => {
    const { definition } = itemOf(namedChanges['turn-off']);
    expect({ ...on, ...definition, enabled: true }).toEqual(on);
  });

  it('has a reason for each edit that did not apply', () => {
    const row = decideRow(itemOf([{ kind: 'remove-header', name: 'X-Old' }]), seen);
    expect(rowStateOf(row)).toBe('unchanged');
    expect(row.reasons).toContain('No header X-Old.');
  });

  it('has a verb for its change in titles', () => {
    expect(Object.values(namedChanges).map(verbOfChange)).toEqual(['Enable', 'Disable', 'Delete']);
    expect(verbOfChange([{ kind: 'remove-header', name: 'X-Old' }])).toBe('Edit');
  });
});
