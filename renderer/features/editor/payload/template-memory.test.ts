import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HookdeskClient } from '#contract/index.ts';
import type { TemplateMemory as Kept } from '#contract/templates.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { Draft } from '../../../shared/drafts/draft.svelte.ts';
import { TemplateMemory } from './template-memory.svelte.ts';
import { aWebhook } from '../../../shared/testing/a-webhook.ts';
import { fakeClient } from '../../../shared/testing/client.fake.ts';

const kept: Kept = {
  ownTokens: [{ name: 'Site', meaning: '', sample: 'Bonn' }],
  rules: 'plain',
  samples: { '7': { HIGH: { AlertID: '1' } } },
};

const draftOf = (key: string, base = aWebhook()): Draft =>
  new Draft(key, 'c', 'B', key.includes('new') ? null : base, definitionOf(base));

type Saved = Parameters<HookdeskClient['templates']['saveSamples']>[0];

let saved: Saved[];
let memory: TemplateMemory;

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  memory = new TemplateMemory(
    fakeClient({
      templates: {
        memory: () => Promise.resolve(kept),
        saveSamples: (input) => {
          saved.push(input);
          return Promise.resolve();
        },
      },
    }),
    'c',
  );
});
afterEach(() => {
  vi.useRealTimers();
});

test('concurrent loads return the stored settings', async () => {
  await Promise.all([memory.load(), memory.load()]);
  expect(memory.ownTokens).toEqual(kept.ownTokens);
  expect(memory.rules).toBe('plain');
  expect(memory.editsOf(draftOf('c/7'))).toEqual({ HIGH: { AlertID: '1' } });
});

test('typed values are saved after a pause in typing', async () => {
  await memory.load();
  const draft = draftOf('c/7');
  memory.editValue(draft, 'LOW', 'AlertName', 'D');
  memory.editValue(draft, 'LOW', 'AlertName', 'Disk');
  expect(saved).toEqual([]);
  await vi.runAllTimersAsync();
  expect(saved).toEqual([
    {
      connectionId: 'c',
      webhookId: 7,
      edits: { HIGH: { AlertID: '1' }, LOW: { AlertName: 'Disk' } },
    },
  ]);
});

test('a value that is reset is removed from the saved edits', async () => {
  await memory.load();
  const draft = draftOf('c/7');
  memory.editValue(draft, 'HIGH', 'AlertID', null);
  await vi.runAllTimersAsync();
  expect(saved.at(-1)?.edits).toEqual({});
});

test('values of a new webhook are saved under its id after publishing', async () => {
  await memory.load();
  const draft = draftOf('c/new-1');
  memory.editValue(draft, 'HIGH', 'AlertID', '5');
  await vi.runAllTimersAsync();
  expect(saved).toEqual([]);
  memory.settle('c/new-1', 12);
  await vi.runAllTimersAsync();
  expect(saved).toEqual([{ connectionId: 'c', webhookId: 12, edits: { HIGH: { AlertID: '5' } } }]);
  expect(memory.editsOf(draftOf('c/12', { ...aWebhook(), id: 12 }))).toEqual({
    HIGH: { AlertID: '5' },
  });
});

test('values typed before the load are merged with the stored values', async () => {
  const draft = draftOf('c/7');
  memory.editValue(draft, 'LOW', 'AlertName', 'Disk');
  const both = { HIGH: { AlertID: '1' }, LOW: { AlertName: 'Disk' } };
  await vi.runAllTimersAsync();
  expect(memory.editsOf(draft)).toEqual(both);
  expect(saved.at(-1)?.edits).toEqual(both);
});

test('flush saves typed values at once and only once', async () => {
  await memory.load();
  memory.editValue(draftOf('c/7'), 'LOW', 'AlertName', 'Disk');
  await memory.flush();
  expect(saved.at(-1)?.edits).toMatchObject({ LOW: { AlertName: 'Disk' } });
  await memory.flush();
  await vi.runAllTimersAsync();
  expect(saved).toHaveLength(1);
});
