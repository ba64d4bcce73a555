import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressable,
  defectInWords,
  givenIdOf,
  idDefects,
  isUnreadable,
  keyOf,
  listedSummaryOf,
  ListedSummary,
  ListedWebhook,
  listedWebhooks,
  type ReadWebhook,
  unreadableInWords,
} from './listed.ts';
import { emptyDefinition } from './webhook.ts';

const read = (id: number | null, name = ''): ReadWebhook => ({
  ...emptyDefinition('A'),
  id,
  name,
  unreported: [],
  unknown: {},
});
const listed = (...ids: (number | null)[]): ListedWebhook[] =>
  listedWebhooks(ids.map((id) => read(id)));
const anyIds = fc.array(fc.constantFrom(0, -0, 1, 2, 3, -1, null), { maxLength: 20 });

describe('the webhooks of a list', () => {
  it('have unique keys in the order of the list, for any ids', () => {
    fc.assert(
      fc.property(anyIds, (ids) => {
        const webhooks = listedWebhooks(ids.map((id, index) => read(id, `at ${index}`)));
        expect(webhooks.map(({ name }) => name)).toEqual(ids.map((_, index) => `at ${index}`));
        expect(new Set(webhooks.map((webhook) => String(keyOf(webhook)))).size).toBe(ids.length);
      }),
    );
  });

  it('are addressable only if no other webhook has the same id', () => {
    fc.assert(
      fc.property(anyIds, (ids) => {
        const webhooks = listed(...ids);
        for (const { id } of addressable(webhooks)) {
          // In a URL, -0 is 0.
          expect(ids.filter((each) => `${each}` === `${id}`)).toHaveLength(1);
          expect(idDefects(webhooks).has(id)).toBe(false);
        }
        const given = new Set(ids.flatMap((id) => (id === null ? [] : [id + 0])));
        expect(given.size).toBe(addressable(webhooks).length + idDefects(webhooks).size);
      }),
    );
  });

  it('stay the same after JSON encoding and decoding', () => {
    for (const webhook of listed(7, 7, null, -0, 5)) {
      const json: unknown = JSON.parse(JSON.stringify(webhook));
      expect(ListedWebhook.parse(json)).toEqual(webhook);
      const row: unknown = JSON.parse(JSON.stringify(listedSummaryOf(webhook)));
      expect(ListedSummary.parse(row)).toEqual(listedSummaryOf(webhook));
    }
  });

  it('are read-only with a member of the wrong type, and make a twin ambiguous', () => {
    const member = { path: '/1/enabled', expected: 'true or false', found: 'a string' };
    const webhooks = listedWebhooks([
      read(6, 'good'),
      { ...read(7, 'wrong'), wrongMembers: [member] },
      read(7, 'twin'),
      { ...read(null), wrongMembers: [{ ...member, path: '/3/id' }, member, member, member] },
    ]);
    expect(webhooks.map(keyOf)).toEqual([6, '7#1', '7#2', 'none#1']);
    expect(webhooks.map(isUnreadable)).toEqual([false, true, false, true]);
    expect(webhooks.map(givenIdOf)).toEqual([6, 7, 7, null]);
    const words = webhooks.flatMap((each) =>
      each.id === null ? defectInWords(each.idDefect) : [],
    );
    const enabled = '/1/enabled is a string, not true or false';
    expect(words).toEqual([
      enabled,
      'Id 7 is used twice',
      `/3/id is a string, not true or false, ${enabled}, ${enabled}, 1 more`,
    ]);
    expect(unreadableInWords(webhooks.filter(isUnreadable))).toBe(
      `2 webhooks with a member of the wrong type: wrong (${enabled}), (no name) (${words[2] ?? ''})`,
    );
    for (const webhook of webhooks) expect(ListedWebhook.parse(webhook)).toEqual(webhook);
  });

  it('have a message for each id defect', () => {
    const said = listed(7, 7, null, -0, 8, 8, 8, 9).flatMap((webhook) =>
      webhook.id === null ? [defectInWords(webhook.idDefect)] : [],
    );
    const [seven, eight] = ['Id 7 is used twice', 'Id 8 is used 3 times'];
    expect(said).toEqual([seven, seven, 'No id', 'Id -0 is not valid', eight, eight, eight]);
    expect(listed(7, 7, null, -0, 9).map(givenIdOf)).toEqual([7, 7, null, 0, 9]);
    expect(listed(0, -0).map(keyOf)).toEqual(['0#1', '-0#1']);
  });
});
