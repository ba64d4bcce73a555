import { describe, expect, it } from 'vitest';
import { itemOfMany } from './change-many.ts';
import { decide } from './decide.ts';
import { installationList } from './installation-list.ts';
import { stateOf } from './row-state.ts';
import { aWebhook } from './testing/webhooks.ts';

const on = { ...aWebhook(7), enabled: true };
const seen = installationList('B', [on]);

describe('a webhook among many that are changed alike', () => {
  it.each([
    ['turn-off', 'update', 'ready', false],
    ['turn-on', 'update', 'unchanged', true],
    ['delete', 'delete', 'ready', undefined],
  ] as const)('%s is %s, and %s', (change, action, state, enabled) => {
    const row = decide(itemOfMany('acme', on, change), seen);
    expect(row).toMatchObject({ action, connectionId: 'acme', draftId: null });
    expect(stateOf(row)).toBe(state);
    expect(row.definition?.enabled).toBe(enabled);
  });

  it('keeps everything else of it', () => {
    const { definition } = itemOfMany('acme', on, 'turn-off');
    expect(decide(itemOfMany('acme', on, 'turn-off'), seen).live).toEqual(on);
    expect({ ...on, ...definition, enabled: true }).toEqual(on);
  });
});
