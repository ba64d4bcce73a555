import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldName, fieldDifferences, fieldOf, isUnchanged, sameContent } from './difference.ts';
import { applyHeaderChangeSet, headerChangeSet, isEmptyChangeSet } from './header-change-set.ts';
import { rebase } from './rebase.ts';
import { PayloadType } from './variant.ts';
import { duplicateOf, type Header, type WebhookDefinition } from './webhook.ts';

/** Few names and values, so that equal ones and near misses come up often. */
const name = fc.constantFrom('Content-Type', 'Authorization', 'X-Team', 'x-team', '');
const value = fc.constantFrom('application/json', 'Bearer a', 'a', '', 'ä "quoted"');
const header = (id: fc.Arbitrary<number | null>): fc.Arbitrary<Header> =>
  fc.record({ id, name, value });

/** Headers as a service returns them: ids of their own, now and then none. */
const held: fc.Arbitrary<Header[]> = fc.uniqueArray(
  header(fc.option(fc.integer({ min: 1, max: 8 }), { freq: 6 })),
  { maxLength: 6, selector: ({ id }) => id ?? Symbol('no id') },
);
/** Headers as a service returns them when it gives every one an id. */
const addressed = held.map((headers) => headers.filter(({ id }) => id !== null));
/** What a person may make of headers: some kept, some edited, some gone, some new, in any order. */
const edited = (before: readonly Header[]): fc.Arbitrary<Header[]> =>
  fc
    .tuple(
      fc.tuple(
        ...before.map((each) =>
          fc.oneof(
            { weight: 3, arbitrary: fc.constant<Header | null>(each) },
            { weight: 2, arbitrary: header(fc.constant(each.id)) },
            { weight: 1, arbitrary: fc.constant(null) },
          ),
        ),
      ),
      fc.array(header(fc.constant(null)), { maxLength: 3 }),
    )
    .chain(([kept, added]) => {
      const all = [...kept.filter((each) => each !== null), ...added];
      return fc.shuffledSubarray(all, { minLength: all.length });
    });

const word = fc.constantFrom('', 'a', 'b', '%AlertID%');
const withHeaders = (headers: fc.Arbitrary<Header[]>): fc.Arbitrary<WebhookDefinition> =>
  fc.record({
    name: word,
    url: word,
    method: fc.constantFrom('POST', 'PUT'),
    enabled: fc.boolean(),
    headers,
    payloadTemplate: word,
    severities: fc.record({
      low: fc.boolean(),
      medium: fc.boolean(),
      high: fc.boolean(),
      cleared: fc.boolean(),
    }),
    payloadType: fc.constantFrom(...PayloadType.options, null),
  });
const definition = withHeaders(held);
/** A definition and two that people made of it. */
const family = (
  headers: fc.Arbitrary<Header[]>,
): fc.Arbitrary<[WebhookDefinition, WebhookDefinition, WebhookDefinition]> =>
  withHeaders(headers).chain((base) =>
    fc.tuple(
      fc.constant(base),
      withHeaders(edited(base.headers)),
      withHeaders(edited(base.headers)),
    ),
  );

const keys = (headers: readonly Header[], withIds: boolean): string[] =>
  headers.map((each) => JSON.stringify(withIds ? each : [each.name, each.value])).sort();

describe('header change set', () => {
  it('turns the one into the other, up to order and the ids of added headers', () => {
    fc.assert(
      fc.property(
        addressed.chain((before) => fc.tuple(fc.constant(before), edited(before))),
        ([before, after]) => {
          const changes = headerChangeSet(before, after);
          expect(changes.unaddressable).toEqual([]);
          expect(keys(applyHeaderChangeSet(changes, before), true)).toEqual(keys(after, true));
        },
      ),
    );
  });

  it('turns any headers into any others, up to order and ids', () => {
    fc.assert(
      fc.property(addressed, held, (before, after) => {
        const applied = applyHeaderChangeSet(headerChangeSet(before, after), before);
        expect(keys(applied, false)).toEqual(keys(after, false));
      }),
    );
  });

  it('has an unchanged header in none of its arrays, whatever the order', () => {
    fc.assert(
      fc.property(
        held.chain((before) =>
          fc.tuple(fc.constant(before), fc.shuffledSubarray(before, { minLength: before.length })),
        ),
        ([before, after]) => {
          expect(headerChangeSet(before, after)).toEqual({
            added: [],
            changed: [],
            deleted: [],
            unaddressable: [],
          });
        },
      ),
    );
  });

  it('addresses only headers that were there, each once, and says what they were', () => {
    fc.assert(
      fc.property(
        held.chain((before) => fc.tuple(fc.constant(before), fc.oneof(edited(before), held))),
        ([before, after]) => {
          const { changed, deleted } = headerChangeSet(before, after);
          const ids = [...changed, ...deleted].map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          const contentOf = new Map(before.map(({ id, ...content }) => [id, content]));
          for (const each of changed) expect(each.before).toEqual(contentOf.get(each.id));
          for (const { id, ...content } of deleted) expect(content).toEqual(contentOf.get(id));
        },
      ),
    );
  });
});

describe('difference', () => {
  it('has nothing to say of a definition and itself', () => {
    fc.assert(
      fc.property(definition, (same) => {
        expect(fieldDifferences(same, same)).toEqual([]);
        expect(isUnchanged(same, same)).toBe(true);
        expect(sameContent(same, same)).toBe(true);
      }),
    );
  });

  it('lists a field exactly when its values differ, with both of them', () => {
    fc.assert(
      fc.property(definition, definition, (before, after) => {
        const found = new Map(fieldDifferences(before, after).map((each) => [each.field, each]));
        for (const field of FieldName.options) {
          const [was, is] = [fieldOf(before, field), fieldOf(after, field)];
          expect(found.get(field)).toEqual(
            was === is ? undefined : { field, before: was, after: is },
          );
        }
      }),
    );
  });

  it('takes a duplicate for a change of the name alone', () => {
    fc.assert(
      fc.property(definition, (original) => {
        const copy = duplicateOf(original);
        expect(fieldDifferences(original, copy).map(({ field }) => field)).toEqual(['name']);
        expect(sameContent(original, { ...copy, name: original.name })).toBe(true);
        expect(copy.headers.every(({ id }) => id === null)).toBe(true);
      }),
    );
  });
});

const same = (a: WebhookDefinition, b: WebhookDefinition): void => {
  expect(fieldDifferences(a, b)).toEqual([]);
  expect(keys(a.headers, true)).toEqual(keys(b.headers, true));
};

describe('rebase', () => {
  it('gives the draft where the service holds what it held', () => {
    fc.assert(
      fc.property(family(held), ([base, draft]) => {
        const rebased = rebase(base, draft, base);
        same(rebased.draft, draft);
        expect(rebased.contested).toEqual([]);
      }),
    );
  });

  it('gives what the service holds where the draft is untouched', () => {
    fc.assert(
      fc.property(family(held), ([base, , live]) => {
        const rebased = rebase(base, base, live);
        same(rebased.draft, live);
        expect(rebased.contested).toEqual([]);
      }),
    );
  });

  it('finds nothing contested where both sides did the same', () => {
    fc.assert(
      fc.property(family(addressed), ([base, draft]) => {
        expect(rebase(base, draft, draft).contested).toEqual([]);
      }),
    );
  });

  it('keeps what the person changed, lets the rest follow, and names what both changed', () => {
    fc.assert(
      fc.property(family(addressed), ([base, draft, live]) => {
        const rebased = rebase(base, draft, live);
        for (const field of FieldName.options) {
          const [was, mine, now] = [base, draft, live].map((each) => fieldOf(each, field));
          expect(fieldOf(rebased.draft, field)).toBe(mine === was ? now : mine);
          expect(rebased.contested.includes(field)).toBe(
            mine !== was && now !== was && mine !== now,
          );
        }
      }),
    );
  });

  it('can be published: its headers address only what the service holds now', () => {
    fc.assert(
      fc.property(family(addressed), ([base, draft, live]) => {
        const rebased = rebase(base, draft, live).draft;
        const changes = headerChangeSet(live.headers, rebased.headers);
        expect(changes.unaddressable).toEqual([]);
        expect(keys(applyHeaderChangeSet(changes, live.headers), true)).toEqual(
          keys(rebased.headers, true),
        );
        if (keys(draft.headers, true).join() === keys(base.headers, true).join()) {
          expect(isEmptyChangeSet(changes)).toBe(true);
        }
      }),
    );
  });
});
