import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { keyOf, listedSummaryOf, listedWebhooks, type ReadWebhook } from '../listed.ts';
import { PayloadType } from '../variant.ts';
import { segmentOf } from './segment-builder.ts';
import { DecodedTexts, searchText } from './segment-texts.ts';
import { WebhookSegment } from './webhook-segment.ts';
import { WebhookTable } from './webhook-table.ts';

/** Random texts, also with half surrogate pairs, byte order marks and several scripts. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ufeffName', '\ud800', 'Ops – Zürich', '連絡'),
);

const webhook: fc.Arbitrary<ReadWebhook> = fc.record({
  id: fc.option(fc.constantFrom(-0, 0, 1, 2, 3, -7, 2 ** 53 - 1)),
  name: text,
  url: text,
  method: text,
  enabled: fc.boolean(),
  headers: fc.array(fc.record({ id: fc.option(fc.maxSafeNat()), name: text, value: text }), {
    maxLength: 3,
  }),
  payloadTemplate: text,
  severities: fc.record({
    low: fc.boolean(),
    medium: fc.boolean(),
    high: fc.boolean(),
    cleared: fc.boolean(),
  }),
  payloadType: fc.option(fc.constantFrom(...PayloadType.options)),
  unreported: fc.array(fc.string(), { maxLength: 2 }),
  unknown: fc.dictionary(
    fc.stringMatching(/^[a-z]+$/),
    fc.oneof(fc.string(), fc.integer(), fc.boolean()),
  ),
});

const lists = fc.array(webhook, { maxLength: 12 }).map(listedWebhooks);

/** Ignores the prototype in comparisons. */
const plain = (value: unknown): unknown => structuredClone(value);

describe('a segment', () => {
  it('is the same as one of the same webhooks in the same order', () => {
    fc.assert(
      fc.property(lists, lists, (webhooks, others) => {
        const segment = segmentOf(webhooks);
        expect(segment.isSame(segmentOf(webhooks))).toBe(true);
        const isEqual = Buffer.from(segment.encode()).equals(segmentOf(others).encode());
        expect(segment.isSame(segmentOf(others))).toBe(isEqual);
        if (webhooks.length > 0) expect(segment.isSame(segmentOf(webhooks.slice(1)))).toBe(false);
      }),
    );
  });

  it('returns every webhook in order after encoding and decoding', () => {
    fc.assert(
      fc.property(lists, (webhooks) => {
        const segment = WebhookSegment.decode(segmentOf(webhooks).encode());
        if (segment === null) throw new Error('The bytes were not decoded.');
        const rows = [...new WebhookTable(segment).rows()].map((_, row) => row);
        expect(plain(rows.map((row) => segment.webhookAt(row)))).toEqual(plain(webhooks));
        for (const [row, webhook] of webhooks.entries()) {
          expect(listedSummaryOf(webhook)).toMatchObject(segment.fieldsAt(row));
        }
        const decoded = new DecodedTexts();
        const searched = rows.map((row) => segment.searchTextAt(row, decoded));
        expect(searched).toEqual(webhooks.map(searchText));
        expect(webhooks.map((each) => segment.rowOf(keyOf(each)))).toEqual(rows);
      }),
    );
  });

  it('compares rows by every field', () => {
    fc.assert(
      fc.property(lists, lists, (first, second) => {
        const [a, b] = [segmentOf(first), segmentOf(second)];
        for (const [row, mine] of first.entries()) {
          expect(a.isSameRow(row, segmentOf(first), row)).toBe(true);
          for (const [other, theirs] of second.entries()) {
            const isSame = JSON.stringify(mine) === JSON.stringify(theirs);
            if (isSame !== a.isSameRow(row, b, other)) expect(plain(mine)).not.toEqual(theirs);
          }
        }
      }),
    );
  });

  it('is not decoded from bytes of another format', () => {
    const bytes = segmentOf([]).encode();
    expect(WebhookSegment.decode(bytes)?.size).toBe(0);
    expect(WebhookSegment.decode(bytes.subarray(0, 20))).toBeNull();
    expect(WebhookSegment.decode(new Uint8Array(bytes.length))).toBeNull();
  });

  it('stores equal templates once', () => {
    const [one] = listedWebhooks(fc.sample(webhook, { numRuns: 1, seed: 1 }));
    if (one === undefined) throw new Error('There is no webhook.');
    const length = (count: number): number =>
      segmentOf(
        Array.from({ length: count }, () => ({ ...one, payloadTemplate: 'x'.repeat(10_000) })),
      ).encode().length;
    expect(length(20) - length(1)).toBeLessThan(10_000);
  });
});

it('keeps no list in memory that it was compared with', async () => {
  const rows = listedWebhooks(fc.sample(webhook, { numRuns: 3, seed: 1 }));
  const lists = Array.from({ length: 4 }, () => new WeakRef(segmentOf(rows)));
  const newest = lists.reduce((before: WebhookSegment | undefined, list) => {
    const now = list.deref();
    if (before !== undefined) expect(now?.isSameRow(0, before, 0)).toBe(true);
    return now;
  }, undefined);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  await vi.waitFor(() => {
    if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
    expect(lists.slice(0, -1).every((list) => list.deref() === undefined)).toBe(true);
  });
  expect(newest?.size).toBe(3);
});

describe('a table', () => {
  it('behaves like a Map while webhooks are set and deleted', () => {
    const changes = fc.array(fc.tuple(fc.nat(8), fc.option(text)), { maxLength: 20 });
    fc.assert(
      fc.property(lists, webhook, changes, (webhooks, other, steps) => {
        const table = new WebhookTable(segmentOf(webhooks));
        const map = new Map(webhooks.map((each) => [keyOf(each), each]));
        for (const [id, name] of steps) {
          if (name === null) {
            table.delete(id);
            map.delete(id);
          } else {
            table.set(id, { ...other, id, name });
            map.set(id, { ...other, id, name });
          }
          expect(table.size).toBe(map.size);
        }
        expect([...table.keys()]).toEqual([...map.keys()]);
        expect(plain([...table.values()])).toEqual(plain([...map.values()]));
        for (const [key, value] of map) expect(plain(table.get(key))).toEqual(plain(value));
      }),
    );
  });
});
