import { describe, expect, it } from 'vitest';
import { itemOfMany } from './change-many.ts';
import { decidePlanRow, seenInstallation } from './decide-plan-row.ts';
import { aWebhook } from './testing/webhooks.ts';

const on = { ...aWebhook(7), enabled: true };
const seen = seenInstallation('B', [on]);

describe('a webhook among many that are changed alike', () => {
  it.each([
    ['turn-off', 'update', 'ready', false],
    ['turn-on', 'update', 'unchanged', true],
    ['delete', 'delete', 'ready', undefined],
  ] as const)('%s is %s, and %s', (change, action, state, enabled) => {
    const row = decidePlanRow(itemOfMany('acme', on, change), seen);
    expect(row).toMatchObject({ action, state, connectionId: 'acme', draftId: null });
    expect(row.definition?.enabled).toBe(enabled);
  });

  it('keeps everything else of it', () => {
    const { definition } = itemOfMany('acme', on, 'turn-off');
    expect(decidePlanRow(itemOfMany('acme', on, 'turn-off'), seen).live).toEqual(on);
    expect({ ...on, ...definition, enabled: true }).toEqual(on);
  });
});
