import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldDifferences, isUnchanged, sameContent } from './difference.ts';
import { FieldName } from './fields.ts';
import { duplicateOf, fieldOf } from './webhook.ts';
import { headerChangeSet } from './header-change-set.ts';
import { applyHeaderChangeSet } from '#test-support/apply-header-change-set.ts';
import {
  headersWithIds,
  editedHeaders,
  headerKeys as keys,
  serviceHeaders,
  withHeaders,
} from './testing/definitions.ts';

const definition = withHeaders(serviceHeaders);

describe('header change set', () => {
  it('turns the headers before into those after, except for order and ids of new headers', () => {
    fc.assert(
      fc.property(
        headersWithIds.chain((before) => fc.tuple(fc.constant(before), editedHeaders(before))),
        ([before, after]) => {
          const changes = headerChangeSet(before, after);
          expect(changes.unaddressable).toEqual([]);
          expect(keys(applyHeaderChangeSet(changes, before), true)).toEqual(keys(after, true));
        },
      ),
    );
  });

  it('turns any headers into any others, except for order and ids', () => {
    fc.assert(
      fc.property(headersWithIds, serviceHeaders, (before, after) => {
        const applied = applyHeaderChangeSet(headerChangeSet(before, after), before);
        expect(keys(applied, false)).toEqual(keys(after, false));
      }),
    );
  });

  it('has no unchanged header in its arrays, in any order', () => {
    fc.assert(
      fc.property(
        serviceHeaders.chain((before) =>
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

  it('addresses each existing header at most once, and has its former content', () => {
    fc.assert(
      fc.property(
        serviceHeaders.chain((before) =>
          fc.tuple(fc.constant(before), fc.oneof(editedHeaders(before), serviceHeaders)),
        ),
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
  it('is empty between a definition and itself', () => {
    fc.assert(
      fc.property(definition, (same) => {
        expect(fieldDifferences(same, same)).toEqual([]);
        expect(isUnchanged(same, same)).toBe(true);
        expect(sameContent(same, same)).toBe(true);
      }),
    );
  });

  it('lists a field with both values exactly if they differ', () => {
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

  it('between a webhook and its duplicate is only the name', () => {
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
