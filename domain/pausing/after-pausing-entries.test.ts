import { describe, expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { aWebhook } from '#test-support/entry-fixture.ts';
import type { Webhook } from '../webhook/webhook.ts';
import { type PausedWebhook, webhookToPause } from './pause.ts';
import { afterPausingEntries, type PausingEntry } from './after-pausing-entries.ts';

const on: Webhook = { ...aWebhook(7, aDefinition('Pager')), enabled: true };
const off: Webhook = { ...on, enabled: false };
const plans = { resumingPlanIds: ['resuming'] };
const planned = webhookToPause(on, { connectionId: 'acme', address: 'a', planId: 'pausing' });

/** Entries in their order; the id is the number of the entry. */
const history = (...entries: readonly Partial<PausingEntry>[]): PausingEntry[] =>
  entries.map((entry, index) => ({
    id: `${index + 1}`,
    sequence: index + 1,
    action: 'update',
    outcome: 'done',
    before: null,
    after: off,
    meant: null,
    planId: null,
    undoes: null,
    ...entry,
  }));

const pausing = { planId: 'pausing' };
const resuming = { planId: 'resuming', after: on };

const cases: readonly [string, Partial<PausingEntry>[], PausedWebhook['state']][] = [
  ['without an entry', [], 'planned'],
  ['after the request of the plan', [pausing], 'paused'],
  [
    'whose request the installation applied otherwise',
    [{ ...pausing, outcome: 'differs' }],
    'paused',
  ],
  [
    'that is enabled after the request',
    [{ ...pausing, outcome: 'differs', after: on }],
    'not-paused',
  ],
  ['whose request failed', [{ ...pausing, outcome: 'failed', after: null }], 'not-paused'],
  ['whose request was not applied', [{ ...pausing, outcome: 'not-applied' }], 'not-paused'],
  ['whose request was sent', [{ ...pausing, outcome: 'sent', after: null }], 'unsure'],
  ['whose request is unknown', [{ ...pausing, outcome: 'unknown', after: null }], 'unsure'],
  ['whose second request succeeded', [{ ...pausing, outcome: 'failed' }, pausing], 'paused'],
  ['that a person disabled', [{}], 'planned'],
  ['with an unknown edit before the pause', [{ outcome: 'unknown' }, pausing], 'paused'],
  ['that was resumed', [pausing, resuming], 'resumed'],
  ['whose resume failed', [pausing, { ...resuming, outcome: 'failed' }], 'paused'],
  ['whose resume is unknown', [pausing, { ...resuming, outcome: 'unknown' }], 'unsure'],
  ['whose resume was undone', [pausing, resuming, { undoes: '2' }], 'paused'],
  [
    'whose resume was undone and applied',
    [pausing, resuming, { undoes: '2' }, resuming],
    'resumed',
  ],
  ['whose pause was undone', [pausing, { after: on, undoes: '1' }], 'released'],
  ['whose undo was undone', [pausing, { after: on, undoes: '1' }, { undoes: '2' }], 'paused'],
  ['that a person enabled', [pausing, { after: on }], 'released'],
  ['that a person enabled and disabled', [pausing, { after: on }, {}], 'released'],
  ['that a person disabled after the resume', [pausing, resuming, {}], 'resumed'],
  ['that was edited', [pausing, { before: off }], 'paused'],
  ['that others enabled, and a person disabled', [pausing, { before: on }], 'released'],
  ['that is edited after the resume', [pausing, resuming, { outcome: 'sent' }], 'resumed'],
  [
    'that is edited after it was enabled',
    [pausing, { after: on }, { outcome: 'sent' }],
    'released',
  ],
  [
    'whose undo of the resume is sent',
    [pausing, resuming, { outcome: 'sent', undoes: '2' }],
    'unsure',
  ],
  [
    'whose undo of the resume came after an unknown edit',
    [pausing, resuming, { outcome: 'unknown', after: null }, { undoes: '2' }],
    'paused',
  ],
  [
    'that was deleted after the resume',
    [pausing, resuming, { action: 'delete', after: null }],
    'resumed',
  ],
  ['that was deleted', [pausing, { action: 'delete', after: null }], 'deleted'],
];

describe('a webhook of a pause', () => {
  it.each(cases)('%s is %s', (_which, entries, state) => {
    expect(afterPausingEntries(plans, planned, history(...entries)).state).toBe(state);
  });

  it.each(cases)(
    '%s is the same when History is pruned after each entry',
    (_which, entries, state) => {
      let webhook = planned;
      let left: PausingEntry[] = [];
      for (const entry of history(...entries)) {
        // Entries without an outcome are never pruned.
        left = [...left.filter(({ outcome }) => outcome === 'unknown'), entry];
        webhook = afterPausingEntries(plans, webhook, left);
      }
      expect(webhook.state).toBe(state);
    },
  );

  it('has the name and switches of the last edit', () => {
    const severities = { ...off.severities, low: !off.severities.low };
    const edited = { ...off, name: 'Pager 2', severities };
    const { name, left, before } = afterPausingEntries(
      plans,
      planned,
      history(pausing, { after: edited }),
    );
    expect({ name, left }).toEqual({ name: 'Pager 2', left: { enabled: false, severities } });
    expect(before).toEqual({ enabled: true, severities: on.severities });
  });

  it('gets its outcome when the request is found', () => {
    const [entry] = history({ ...pausing, outcome: 'unknown', after: null });
    if (entry === undefined) throw new Error('There is no entry.');
    const unsure = afterPausingEntries(plans, planned, [entry]);
    const found = { ...entry, outcome: 'done' as const, after: off };
    expect(afterPausingEntries(plans, unsure, [found]).state).toBe('paused');
  });
});
