import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listedWebhooks } from '../webhook/listed.ts';
import { emptyDefinition } from '../webhook/webhook.ts';
import { attributeCreates, mayBeUnaddressable, type RequestedCreate } from './attribute-creates.ts';
import { matchesRequest } from './matches-request.ts';
import { aWebhook } from './testing/webhooks.ts';

const wanted = (
  key: string,
  name: string,
  change: Partial<RequestedCreate> = {},
): RequestedCreate => ({
  key,
  requested: aWebhook(0, { name }),
  knownIds: [[1, 5]],
  accepted: true,
  ...change,
});
const ids = (...given: Parameters<typeof attributeCreates>): (number | null)[] => {
  const found = attributeCreates(...given);
  return given[0].map(({ key }) => found.get(key)?.webhook?.id ?? null);
};

describe('creates that are matched with a list', () => {
  const a = (id: number) => aWebhook(id, { name: 'A' });
  const b = (id: number) => aWebhook(id, { name: 'B' });

  it.each([
    ['is the new one of its content', [wanted('1', 'A')], [a(3), a(6), b(7)], [6]],
    ['is told apart by its content', [wanted('1', 'B'), wanted('2', 'A')], [a(6), b(7)], [7, 6]],
    ['is none that was there', [wanted('1', 'A')], [a(3)], [null]],
    ['equal ones by order', [wanted('1', 'A'), wanted('2', 'A')], [a(6), a(7)], [6, 7]],
    [
      'the last of more than were sent',
      [wanted('1', 'A'), wanted('2', 'A')],
      [a(6), a(7), a(8)],
      [7, 8],
    ],
    [
      'the first sent of fewer than were sent',
      [wanted('1', 'A'), wanted('2', 'A')],
      [a(6)],
      [6, null],
    ],
    [
      'one that was accepted before one that nobody knows of',
      [wanted('1', 'A', { accepted: false }), wanted('2', 'A')],
      [a(6)],
      [null, 6],
    ],
    [
      'one that knew of another is not given that',
      [wanted('1', 'A'), wanted('2', 'A', { knownIds: [[1, 6]] })],
      [a(6), a(7)],
      [6, 7],
    ],
    [
      'one of the same name, where it is kept another way',
      [wanted('1', 'A')],
      [aWebhook(6, { name: 'A', url: 'https://x.example.com/' })],
      [6],
    ],
  ])('%s', (_, creates, list, expected) => {
    expect(ids(creates, list)).toEqual(expected);
  });

  it('get no webhook that is known to belong to another create', () => {
    expect(ids([wanted('1', 'A')], [a(6)], new Set([6]))).toEqual([null]);
  });

  it('have a note if only the order decides, or if no new webhook has the sent name', () => {
    const two = attributeCreates([wanted('1', 'A'), wanted('2', 'A')], [a(6), a(7)]);
    expect(two.get('1')?.notes.join()).toContain('(6, 7). Hookdesk assumes 6 from the order');
    const one = attributeCreates([wanted('1', 'A')], [a(6), a(7)]);
    expect(one.get('1')?.notes.join()).toContain('assumes 7, the last in the list');
    const none = attributeCreates([wanted('1', 'A')], [b(6)]);
    expect(none.get('1')?.notes.join()).toContain('new webhooks (6), but none with the sent name');
  });

  it('get each created webhook exactly once', () => {
    const names = fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 12 });
    fc.assert(
      fc.property(names, fc.array(fc.nat(4)), (made, others) => {
        const creates = made.map((name, index) => wanted(String(index), name));
        const list = [
          ...others.map((id) => aWebhook(id + 1, { name: 'A' })),
          ...made.map((name, index) => aWebhook(6 + index, { name })),
        ].filter(({ id }, index, all) => all.findIndex((each) => each.id === id) === index);
        const found = attributeCreates(creates, list);
        const given = ids(creates, list);
        expect(new Set(given).size).toBe(made.length);
        for (const { key, requested } of creates) {
          const webhook = found.get(key)?.webhook ?? null;
          expect(webhook !== null && webhook.id > 5 && matchesRequest(requested, webhook)).toBe(
            true,
          );
        }
      }),
    );
  });
});

it('may be a webhook whose name has the wrong type', () => {
  const read = { ...emptyDefinition('A'), id: 7, unreported: ['name'], unknown: {} };
  const member = { path: '/0/name', expected: 'a string', found: 'a whole number' };
  const requested = { ...emptyDefinition('A'), name: 'Pager' };
  expect(mayBeUnaddressable(requested, listedWebhooks([read]))).toBe(false);
  const unreadable = listedWebhooks([{ ...read, wrongMembers: [member] }]);
  expect(mayBeUnaddressable(requested, unreadable)).toBe(true);
});
