import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameContent } from '../webhook/difference.ts';
import {
  givenIdOf,
  keyOf,
  type ListedWebhook,
  listedWebhooks,
  type WebhookKey,
} from '../webhook/listed.ts';
import { serviceHeaders, withHeaders } from '../webhook/testing/definitions.ts';
import { emptyDefinition, type Webhook } from '../webhook/webhook.ts';
import { markAfter, pairWebhooks, type RemoteMark, remoteMarks } from './remote-marks.ts';

const at = new Date('2030-01-02T03:04:05Z');
const later = new Date('2030-01-02T03:05:05Z');

const webhook: fc.Arbitrary<Omit<Webhook, 'id'>> = withHeaders(serviceHeaders).map(
  (definition) => ({
    ...definition,
    unreported: [],
    unknown: {},
  }),
);
/** Random lists with few ids, so that webhooks are often new, changed or deleted. */
const list = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), webhook), { selector: ([id]) => id })
  .map((entries) => new Map(entries.map(([id, rest]) => [id, { ...rest, id }])));

const noMarks = new Map<WebhookKey, RemoteMark>();
const kinds = (marks: ReadonlyMap<WebhookKey, RemoteMark>): Record<WebhookKey, string> =>
  Object.fromEntries([...marks].map(([id, { kind }]) => [id, kind]));

const base: Webhook = {
  id: 1,
  name: 'Pager',
  url: 'https://events.example.com/pager',
  method: 'POST',
  enabled: true,
  headers: [
    { id: 11, name: 'Content-Type', value: 'application/json' },
    { id: 12, name: 'X-Api-Key', value: 'fake' },
  ],
  payloadTemplate: '{}',
  severities: { low: false, medium: true, high: true, cleared: true },
  payloadType: 'ALERT',
  unreported: [],
  unknown: {},
};
const renamed = { ...base, name: 'Pager, day' };

/** Random lists with repeated and missing ids. */
const sharing = fc
  .array(fc.tuple(fc.constantFrom(1, 2, null, -0), webhook), { maxLength: 6 })
  .map((entries) => listedWebhooks(entries.map(([id, rest]) => ({ ...rest, id }))))
  .map((webhooks) => new Map(webhooks.map((each) => [keyOf(each), each])));

describe('remote changes of webhooks that share an id', () => {
  it('are empty for equal lists and for another order', () => {
    fc.assert(
      fc.property(sharing, (webhooks) => {
        const swapped = listedWebhooks(
          [...webhooks.values()].toReversed().map((each) => ({ ...each, id: readIdOf(each) })),
        );
        const other = new Map(swapped.map((each) => [keyOf(each), each]));
        expect(remoteMarks(webhooks, noMarks, webhooks, at).size).toBe(0);
        expect(remoteMarks(webhooks, noMarks, other, at).size).toBe(0);
      }),
    );
  });

  it('have a mark with a unique key for each new or deleted webhook', () => {
    fc.assert(
      fc.property(sharing, sharing, sharing, (first, second, third) => {
        const between = remoteMarks(first, noMarks, second, at);
        const marks = remoteMarks(second, between, third, later);
        for (const [key, mark] of marks) {
          expect(mark.key).toBe(key);
          expect(third.has(key), `${mark.kind} ${key}`).toBe(mark.kind !== 'deleted');
          if (mark.kind === 'deleted') expect(mark.before).not.toBeNull();
        }
        const count = (kind: string): number =>
          [...between.values()].filter((mark) => mark.kind === kind).length;
        expect(first.size + count('new') - count('deleted')).toBe(second.size);
      }),
    );
  });
});

describe('remote changes', () => {
  it('are empty for equal lists', () => {
    fc.assert(
      fc.property(list, (webhooks) => {
        expect(remoteMarks(webhooks, noMarks, webhooks, at).size).toBe(0);
      }),
    );
  });

  it('are exactly the differences in content', () => {
    fc.assert(
      fc.property(
        withHeaders(serviceHeaders),
        withHeaders(serviceHeaders),
        fc.boolean(),
        (one, two, alike) => {
          const was = { ...base, ...one };
          const headers = [...one.headers.toReversed(), ...two.headers.slice(0, 1)];
          const is = { ...base, ...(alike ? { ...one, headers } : two) };
          expect(markAfter(1, null, was, is, at) === null).toBe(sameContent(was, is));
        },
      ),
    );
  });

  it('are the same after one comparison and after two', () => {
    fc.assert(
      fc.property(list, list, list, (first, second, third) => {
        const between = remoteMarks(first, noMarks, second, at);
        const twice = remoteMarks(second, between, third, later);
        const once = remoteMarks(first, noMarks, third, later);
        expect(kinds(twice)).toEqual(kinds(once));
        for (const [id, { kind, before }] of twice) {
          if (kind !== 'deleted') expect(before).toEqual(once.get(id)?.before);
        }
      }),
    );
  });

  it('are empty after all changes were reverted', () => {
    fc.assert(
      fc.property(list, list, (first, second) => {
        const marks = remoteMarks(first, noMarks, second, at);
        const back = remoteMarks(second, marks, first, later);
        expect(back.size).toBe(0);
      }),
    );
  });

  it.each<[string, Webhook | undefined, Webhook | undefined, string | null]>([
    ['a new name', base, renamed, 'changed'],
    ['another header value', base, withValue('other'), 'changed'],
    ['other header ids', base, { ...base, headers: base.headers.map(unnumbered) }, null],
    ['another order of headers', base, { ...base, headers: base.headers.toReversed() }, null],
    ['a field that nobody knows', base, { ...base, unknown: { note: 'x' } }, null],
    ['one that came', undefined, base, 'new'],
    ['one that went', base, undefined, 'deleted'],
    ['one that never was', undefined, undefined, null],
  ])('of %s', (_what, was, is, kind) => {
    expect(markAfter(1, null, was, is, at)?.kind ?? null).toBe(kind);
  });

  it('have the version last viewed, and the time of the last change', () => {
    const first = markAfter(1, null, base, renamed, at);
    expect(first).toEqual({ key: 1, kind: 'changed', before: base, seenAt: at });
    expect(markAfter(1, first, renamed, renamed, later)).toBe(first);
    const again = markAfter(1, first, renamed, withValue('other'), later);
    expect(again).toEqual({ key: 1, kind: 'changed', before: base, seenAt: later });
    expect(markAfter(1, first, renamed, base, later)).toBeNull();
  });

  it('have the last read version of a deleted webhook, so that it can be created again', () => {
    const changed = markAfter(1, null, base, renamed, at);
    expect(markAfter(1, changed, renamed, undefined, later)?.before).toBe(renamed);
  });
});

/** The id as in the response. */
const readIdOf = (webhook: ListedWebhook): number | null =>
  webhook.id === null && webhook.idDefect.kind === 'negative-zero' ? -0 : givenIdOf(webhook);

function withValue(value: string): Webhook {
  return { ...base, headers: base.headers.map((each) => ({ ...each, value })) };
}
function unnumbered<Header extends { id: number | null }>(header: Header): Header {
  return { ...header, id: (header.id ?? 0) + 100 };
}

const twins = (...traits: string[]): ListedWebhook[] =>
  listedWebhooks(
    traits.map((trait) => ({
      ...emptyDefinition('A'),
      id: 7,
      unreported: [],
      unknown: {},
      name: trait[0] ?? '',
      url: trait,
    })),
  );
const urls = ({ pairs }: ReturnType<typeof pairWebhooks>): string[][] =>
  pairs.map(([was, is]) => [was.url, is.url]);

describe('pairing webhooks that share an id', () => {
  it('pairs by equal content, then by equal name, then by order', () => {
    const paired = pairWebhooks(twins('a1', 'b1', 'c1', 'd1'), twins('x1', 'b2', 'a1', 'y1'));
    expect(urls(paired)).toEqual([
      ['a1', 'a1'],
      ['b1', 'b2'],
      ['c1', 'x1'],
      ['d1', 'y1'],
    ]);
  });

  it('pairs equal webhooks in any order, and as many webhooks as possible', () => {
    const trait = fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1');
    fc.assert(
      fc.property(
        fc.array(trait, { maxLength: 8 }),
        fc.array(trait, { maxLength: 8 }),
        (one, other) => {
          const swapped = pairWebhooks(twins(...one), twins(...one.toReversed()));
          expect(urls(swapped).every(([was, is]) => was === is)).toBe(true);
          expect([...swapped.gone, ...swapped.added]).toEqual([]);
          const { pairs, gone, added } = pairWebhooks(twins(...one), twins(...other));
          expect(pairs).toHaveLength(Math.min(one.length, other.length));
          expect(pairs.length + gone.length).toBe(one.length);
          expect(pairs.length + added.length).toBe(other.length);
        },
      ),
    );
  });
});
