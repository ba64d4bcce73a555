import { describe, expect, it } from 'vitest';
import { anEntry } from '#test-support/entry-fixture.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { listedWebhooks } from '../webhook/listed.ts';
import { definitionOf } from '../webhook/webhook.ts';
import { outcomeByList } from './outcome-by-list.ts';
import { aWebhook } from './testing/webhooks.ts';

const before = aWebhook(7);
const meant = { ...definitionOf(before), name: 'Renamed' };
const other = aWebhook(7, { name: 'Somebody was here' });
const another = aWebhook(7, { name: 'Pager', url: 'https://pager.example.com/', headers: [] });

const entry = (change: Partial<JournalEntry>): JournalEntry =>
  anEntry({ id: 'e', before, meant, after: null, outcome: 'sent', ...change });
const removal = entry({ action: 'delete', meant: null });
const creation = entry({
  action: 'create',
  webhookId: null,
  before: null,
  knownIds: [[1, 9]],
});

describe('an entry with an unknown outcome', () => {
  it('has a note about changes since the last read outside of its request', () => {
    const live = { ...before, ...meant, url: 'https://other.example.com/' };
    const settlement = outcomeByList([entry({})], [live], new Map()).get('e');
    expect(settlement?.notes).toEqual([
      expect.stringContaining('neither the previous'),
      expect.stringMatching(/^Other values on the installation .*: target URL\.$/),
    ]);
  });

  it.each([
    ['an update that is there', entry({}), [{ ...before, ...meant }], 'done', 7],
    ['an update of which nothing is there', entry({}), [before], 'not-applied', 7],
    ['an update with something else in its place', entry({}), [other], 'differs', 7],
    ['an update of what is gone', entry({}), [], 'differs', 7],
    ['a delete of what is gone', removal, [], 'done', 7],
    ['a delete of what is as it was', removal, [before], 'not-applied', 7],
    ['a delete of what others renamed', removal, [other], 'not-applied', 7],
    ['a delete of what is another', removal, [another], 'differs', 7],
    ['a create that is there', creation, [before, aWebhook(10, meant)], 'done', 10],
    ['a create that is not there', creation, [before], 'not-applied', null],
    [
      'a create that is kept another way',
      creation,
      [aWebhook(10, { ...meant, url: 'https://other.example.com/' })],
      'differs',
      10,
    ],
  ] as const)('%s', (_, each, list, outcome, webhookId) => {
    const settlement = outcomeByList([each], list, new Map()).get('e');
    expect(settlement).toMatchObject({ outcome, webhookId });
    expect(settlement?.notes[0]).toMatch(
      /^The result was unknown at first\. A later check shows that /,
    );
  });

  it.each([
    ['an update', entry({})],
    ['a delete', removal],
    ['a create', creation],
  ])('%s has no outcome while its webhook shares an id', (_, each) => {
    const read = [before, { ...aWebhook(7), ...meant }];
    expect(outcomeByList([each], listedWebhooks(read), new Map()).size).toBe(0);
    expect(outcomeByList([each], listedWebhooks(read.slice(1)), new Map()).size).toBe(1);
  });

  it.each([
    [
      'an update that the next request found undone',
      before,
      { ...before, ...meant },
      'not-applied',
    ],
    ['an update that the next request found done', { ...before, ...meant }, other, 'done'],
    ['an update of a webhook that the next request deleted', before, null, 'not-applied'],
    ['an update that another one hides', other, other, 'differs'],
  ] as const)('%s', (_, found, now, outcome) => {
    const next = entry({ id: 'next', before: found, meant: now });
    const list = now === null ? [] : [now];
    const settled = outcomeByList([entry({})], list, new Map(), new Map([['e', [next]]]));
    expect(settled.get('e')?.outcome).toBe(outcome);
  });

  it('is done late if the list has the values of this update only', () => {
    const next = entry({ id: 'next', before, meant: other });
    const list = [{ ...before, ...meant }];
    const settled = outcomeByList([entry({})], list, new Map(), new Map([['e', [next]]]));
    expect(settled.get('e')?.outcome).toBe('done');
  });

  it.each([
    ['done if it can have followed the read for the next request', [{ before }], 'done'],
    [
      'not applied if the next request left the webhook',
      [{ before, after: before }],
      'not-applied',
    ],
    ['not applied if a third request found the webhook', [{ before }, { before }], 'not-applied'],
  ] as const)('is a delete that is %s, whatever the clock says', (_, requests, outcome) => {
    for (const at of [new Date(-1_000), removal.at, new Date(1_000_000_000)]) {
      const next = requests.map((change, index) => entry({ id: `next-${index}`, at, ...change }));
      const settled = outcomeByList([removal], [], new Map(), new Map([[removal.id, next]]));
      expect(settled.get(removal.id)?.outcome).toBe(outcome);
    }
  });

  it('gets no webhook that is known to belong to another create', () => {
    const settled = outcomeByList([creation], [aWebhook(10, meant)], new Map([[10, 'yes']]));
    expect(settled.get('e')?.outcome).toBe('not-applied');
  });

  it('may have made a webhook whose id an earlier create got: a person decides', () => {
    const list = [aWebhook(10, meant)];
    const { outcome, candidates, notes } =
      outcomeByList([creation], list, new Map([[10, 'maybe']])).get('e') ?? {};
    expect({ outcome, candidates }).toEqual({
      outcome: 'unknown',
      candidates: [{ id: 10, name: meant.name }],
    });
    expect(notes?.[0]).toContain('an earlier create got the same id');
  });

  it('gets one webhook in the order of sending, among equal creates', () => {
    const three = ['a', 'b', 'c'].map((id) => ({
      ...creation,
      id,
      knownIds: [[1, 9]] as [number, number][],
    }));
    const list = [aWebhook(10, meant), aWebhook(11, meant)];
    const settled = outcomeByList(three, list, new Map());
    expect([...settled.values()].map(({ outcome, webhookId }) => [outcome, webhookId])).toEqual([
      ['done', 10],
      ['done', 11],
      ['not-applied', null],
    ]);
  });
});
