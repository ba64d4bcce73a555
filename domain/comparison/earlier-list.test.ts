import { expect, it } from 'vitest';
import type { JournalEntry } from '../journal/entry.ts';
import { emptyDefinition, type Webhook } from '../webhook/webhook.ts';
import { EarlierStates } from './earlier-list.ts';

const noon = new Date('2030-05-06T12:00:00Z');
const at = (hour: number): Date => new Date(noon.getTime() + hour * 3_600_000);

const webhook = (id: number, url: string, name = `Webhook ${id}`): Webhook => ({
  ...emptyDefinition('B'),
  name,
  url,
  id,
  unreported: [],
  unknown: {},
});

type Entry = Parameters<EarlierStates['add']>[0];

const entry = (hour: number, action: JournalEntry['action'], given: Partial<Entry>): Entry => ({
  at: at(hour),
  action,
  webhookId: given.before?.id ?? null,
  before: null,
  meant: given.after ?? null,
  after: null,
  outcome: 'done',
  knownIds: null,
  ...given,
});

/** The URLs of the webhooks at noon; `?` marks an unknown state. */
function stateAtNoon(entries: readonly Entry[], now: readonly Webhook[], readAt = at(9)): string[] {
  const states = new EarlierStates(noon);
  for (const each of entries.toSorted((a, b) => b.at.getTime() - a.at.getTime())) states.add(each);
  const { webhooks, keysOfUnknownState } = states.list(now, readAt);
  return webhooks.map(({ id, url }) => (keysOfUnknownState.has(id ?? '') ? `${url}?` : url));
}

const [one, two, three] = [webhook(1, 'one'), webhook(1, 'two'), webhook(1, 'three')];

it.each<[string, readonly Entry[], readonly Webhook[], string[]]>([
  ['a webhook without an entry', [], [one], ['one']],
  [
    'the state before the first of two changes',
    [
      entry(1, 'update', { before: one, after: two }),
      entry(2, 'update', { before: two, after: three }),
    ],
    [three],
    ['one'],
  ],
  ['no webhook that was created since', [entry(1, 'create', { after: one })], [one], []],
  ['a webhook that was deleted since', [entry(1, 'delete', { before: one })], [], ['one']],
  [
    'no webhook that was created and deleted since',
    [entry(1, 'create', { after: one }), entry(2, 'delete', { before: one })],
    [],
    [],
  ],
  ['no webhook that was deleted before', [entry(-1, 'delete', { before: one })], [], []],
  [
    'the state after a change before',
    [entry(-1, 'update', { before: one, after: two })],
    [two],
    ['two'],
  ],
  [
    'a change elsewhere at an unknown time as unknown',
    [entry(-1, 'update', { before: one, after: two })],
    [three],
    ['three?'],
  ],
  [
    'a delete elsewhere at an unknown time as unknown',
    [entry(-1, 'update', { before: one, after: two })],
    [],
    ['two?'],
  ],
  [
    'a change elsewhere between two entries as unknown',
    [
      entry(-1, 'update', { before: one, after: two }),
      entry(1, 'update', { before: three, after: one }),
    ],
    [one],
    ['three?'],
  ],
  [
    'the state before a change with an unknown result',
    [entry(1, 'update', { before: one, meant: two, outcome: 'unknown' })],
    [two],
    ['one'],
  ],
  [
    'a webhook that a create with an unknown result may have made as unknown',
    [entry(1, 'create', { meant: one, outcome: 'unknown', knownIds: [[2, 2]] })],
    [one, webhook(2, 'other', one.name)],
    ['one?', 'other'],
  ],
  [
    'no change that failed',
    [
      entry(-1, 'update', { before: one, outcome: 'failed' }),
      entry(1, 'create', { outcome: 'failed' }),
    ],
    [one],
    ['one'],
  ],
])('finds %s', (_, entries, now, expected) => {
  expect(stateAtNoon(entries, now)).toEqual(expected);
});

it('uses a list that was read before noon, with the changes of others until then', () => {
  const entries = [entry(-2, 'update', { before: one, after: two })];
  expect(stateAtNoon(entries, [three], at(-1))).toEqual(['three']);
  expect(stateAtNoon(entries, [], at(-1))).toEqual([]);
});
