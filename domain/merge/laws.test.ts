import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldDifferences, sameContent } from '../webhook/difference.ts';
import { FieldName } from '../webhook/fields.ts';
import { type Header, type WebhookDefinition, fieldOf } from '../webhook/webhook.ts';
import { headerChangeSet } from '../webhook/header-change-set.ts';
import { applyHeaderChangeSet } from '#test-support/apply-header-change-set.ts';
import {
  headersWithIds,
  editedHeaders,
  definitionWithEdits,
  headerKeys,
  serviceHeaders,
} from '../webhook/testing/definitions.ts';
import type { Conflict } from './conflict.ts';
import { headersSince } from './headers-since.ts';
import { mergeLines } from './conflict-proposal.ts';
import { mergeWebhook } from './merge-webhook.ts';
import { type Choice, type Choices, resolveConflicts } from './resolve-conflicts.ts';

/** Header ids as a service may change them without a request. */
const renumbered = (headers: readonly Header[]): fc.Arbitrary<Header[]> =>
  fc.constantFrom(
    [...headers],
    headers.map((each, index) => ({ ...each, id: index + 1 })),
    headers.map((each) => ({ ...each, id: each.id === null ? null : 100 - each.id })),
  );
/** A base, its draft and the live version, which can have other header ids. */
const three = (
  headers: fc.Arbitrary<Header[]>,
): fc.Arbitrary<[WebhookDefinition, WebhookDefinition, WebhookDefinition]> =>
  definitionWithEdits(headers).chain(([base, draft, live]) =>
    renumbered(live.headers.map((each, index) => ({ ...each, id: each.id ?? 50 + index }))).map(
      (now) => [base, draft, { ...live, headers: now }],
    ),
  );

const same = (a: WebhookDefinition, b: WebhookDefinition): void => {
  expect(fieldDifferences(a, b)).toEqual([]);
  expect(headerKeys(a.headers, false)).toEqual(headerKeys(b.headers, false));
};
const all = (conflicts: readonly Conflict[], choice: Choice): Choices =>
  Object.fromEntries(conflicts.map(({ path }) => [path, choice]));
const taking = (
  versions: readonly [WebhookDefinition, WebhookDefinition, WebhookDefinition],
  take: 'draft' | 'live',
): WebhookDefinition => {
  const merge = mergeWebhook(...versions);
  const resolution = resolveConflicts(merge, all(merge.conflicts, { take }));
  if (resolution.kind === 'unresolved') throw new Error('A conflict is left.');
  return resolution.definition;
};
const turned = (conflict: Conflict): unknown => {
  const { kind, path, base, draft, live } = conflict;
  return { kind, path, base, draft: live, live: draft };
};

describe('a merge', () => {
  it('with an unchanged live version is the draft', () => {
    fc.assert(
      fc.property(definitionWithEdits(serviceHeaders), ([base, draft]) => {
        const { merged, conflicts } = mergeWebhook(base, draft, base);
        same(merged, draft);
        expect(conflicts).toEqual([]);
      }),
    );
  });

  it('with a live version that has only other header ids is the draft with those ids', () => {
    fc.assert(
      fc.property(
        definitionWithEdits(headersWithIds).chain(([base, draft]) =>
          fc.tuple(fc.constant(base), fc.constant(draft), renumbered(base.headers)),
        ),
        ([base, draft, headers]) => {
          const { merged, conflicts } = mergeWebhook(base, draft, { ...base, headers });
          same(merged, draft);
          expect(conflicts).toEqual([]);
          const known = new Set([...headers.map(({ id }) => id), null]);
          expect(merged.headers.every(({ id }) => known.has(id))).toBe(true);
        },
      ),
    );
  });

  it('with an unedited draft is the live version with its header ids', () => {
    fc.assert(
      fc.property(three(serviceHeaders), ([base, , live]) => {
        const { merged, conflicts } = mergeWebhook(base, base, live);
        expect(merged).toEqual(live);
        expect(conflicts).toEqual([]);
      }),
    );
  });

  it('of two sides with the same changes has no conflict', () => {
    fc.assert(
      fc.property(definitionWithEdits(serviceHeaders), ([base, draft]) => {
        const { merged, conflicts } = mergeWebhook(base, draft, draft);
        same(merged, draft);
        expect(conflicts).toEqual([]);
      }),
    );
  });

  it('is the same with swapped sides, except for the sides of its conflicts', () => {
    fc.assert(
      fc.property(three(serviceHeaders), ([base, draft, live]) => {
        const one = mergeWebhook(base, draft, live);
        const other = mergeWebhook(base, live, draft);
        const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
        expect(one.conflicts.toSorted(byPath)).toMatchObject(
          other.conflicts.toSorted(byPath).map(turned),
        );
        expect(one.conflicts).toHaveLength(other.conflicts.length);
        same(taking([base, draft, live], 'draft'), taking([base, live, draft], 'live'));
      }),
    );
  });

  it('keeps the changes of one side, and has a conflict for each field that both changed differently', () => {
    fc.assert(
      fc.property(three(headersWithIds), ([base, draft, live]) => {
        const { merged, conflicts } = mergeWebhook(base, draft, live);
        const mine = taking([base, draft, live], 'draft');
        for (const field of FieldName.options) {
          const [was, here, now] = [base, draft, live].map((each) => fieldOf(each, field));
          const contested = here !== was && now !== was && here !== now;
          expect(conflicts.some(({ path }) => path === field)).toBe(contested);
          expect(fieldOf(mine, field)).toBe(here === was ? now : here);
          if (contested) expect(fieldOf(merged, field)).toBe(now);
        }
      }),
    );
  });

  it('has each new header of the draft, or a conflict, and each new live header', () => {
    fc.assert(
      fc.property(three(headersWithIds), ([base, draft, live]) => {
        const { merged, conflicts } = mergeWebhook(base, draft, live);
        const [was, here, now, then] = [base, draft, live, merged].map(
          ({ headers }) => new Set(headerKeys(headers, false)),
        );
        for (const key of here ?? []) {
          if (was?.has(key) === true || now?.has(key) === true) continue;
          // A header that only the draft has is merged or in conflict.
          const asked = conflicts.some(
            ({ kind, draft: mine }) =>
              kind === 'header' && mine !== null && JSON.stringify([mine.name, mine.value]) === key,
          );
          expect(then?.has(key) === true || asked).toBe(true);
        }
        for (const key of now ?? []) {
          // A header that is new in the live version always stays.
          if (was?.has(key) !== true) expect(then?.has(key)).toBe(true);
        }
      }),
    );
  });

  it('stays the same when merged again, before and after publishing', () => {
    fc.assert(
      fc.property(three(headersWithIds), ([base, draft, live]) => {
        const mine = taking([base, draft, live], 'draft');
        const given = mine.headers.map((each, index) => ({ ...each, id: each.id ?? 200 + index }));
        for (const now of [live, { ...mine, headers: given }]) {
          const again = mergeWebhook(live, mine, now);
          expect(again.conflicts).toEqual([]);
          same(again.merged, mine);
        }
      }),
    );
  });

  it('can be published: its change set turns the live headers into the merged ones', () => {
    fc.assert(
      fc.property(three(headersWithIds), fc.boolean(), ([base, draft, live], mine) => {
        const { headers } = taking([base, draft, live], mine ? 'draft' : 'live');
        const changes = headerChangeSet(live.headers, headers);
        expect(changes.unaddressable).toEqual([]);
        expect(headerKeys(applyHeaderChangeSet(changes, live.headers), true)).toEqual(
          headerKeys(headers, true),
        );
      }),
    );
  });
});

describe('resolving a merge', () => {
  it('restores no value that both sides replaced', () => {
    fc.assert(
      fc.property(three(serviceHeaders), fc.boolean(), ([base, draft, live], mine) => {
        const result = taking([base, draft, live], mine ? 'draft' : 'live');
        for (const field of FieldName.options) {
          const [was, here, now] = [base, draft, live].map((each) => fieldOf(each, field));
          if (here !== was && now !== was) expect(fieldOf(result, field)).not.toBe(was);
        }
        const [here, now, then] = [draft, live, result].map(({ headers }) =>
          headerKeys(headers, false),
        );
        for (const key of then ?? []) expect([...(here ?? []), ...(now ?? [])]).toContain(key);
      }),
    );
  });

  it('returns only the conflicts without a choice, and no definition', () => {
    fc.assert(
      fc.property(three(serviceHeaders), fc.nat(), (versions, nth) => {
        const merge = mergeWebhook(...versions);
        fc.pre(merge.conflicts.length > 0);
        const open = merge.conflicts[nth % merge.conflicts.length];
        const choices = all(
          merge.conflicts.filter((each) => each !== open),
          { take: 'live' },
        );
        expect(resolveConflicts(merge, choices)).toEqual({ kind: 'unresolved', conflicts: [open] });
      }),
    );
  });

  it('with the live side of all conflicts gives the merge itself', () => {
    fc.assert(
      fc.property(three(serviceHeaders), (versions) => {
        same(taking(versions, 'live'), mergeWebhook(...versions).merged);
      }),
    );
  });
});

describe('the changes of headers', () => {
  it('are empty if only ids and order differ', () => {
    fc.assert(
      fc.property(
        headersWithIds.chain((before) => fc.tuple(fc.constant(before), renumbered(before))),
        ([before, now]) => {
          expect(headersSince(before, now.toReversed())).toEqual({
            added: [],
            changed: [],
            deleted: [],
            unaddressable: [],
          });
        },
      ),
    );
  });

  it('account for every header before and now', () => {
    fc.assert(
      fc.property(
        headersWithIds.chain((before) => fc.tuple(fc.constant(before), editedHeaders(before))),
        ([before, now]) => {
          const { added, changed, deleted, unaddressable } = headersSince(before, now);
          expect(now.length - before.length).toBe(added.length - deleted.length);
          expect(changed.length + unaddressable.length).toBeLessThanOrEqual(before.length);
          const empty = added.length + changed.length + deleted.length + unaddressable.length === 0;
          const [a, b] = [before, now].map((headers) => ({ ...nothing, headers }));
          if (a !== undefined && b !== undefined) expect(empty).toBe(sameContent(a, b));
        },
      ),
    );
  });
});

const nothing: WebhookDefinition = {
  name: '',
  url: '',
  method: 'POST',
  enabled: true,
  headers: [],
  payloadTemplate: '',
  severities: { low: false, medium: false, high: false, cleared: false },
  payloadType: null,
};

describe('merged lines', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 8 })
    .map((lines) => lines.join('\n'));

  it('are the same with swapped sides', () => {
    fc.assert(
      fc.property(text, text, text, (base, draft, live) => {
        expect(mergeLines(base, draft, live)).toBe(mergeLines(base, live, draft));
      }),
    );
  });

  it('have both changes if an unchanged line separates them', () => {
    fc.assert(
      fc.property(text, text, text, text, (head, tail, mine, theirs) => {
        const [base, draft, live] = [
          `${head}\n—\n${tail}`,
          `${head}${mine}1\n—\n${tail}`,
          `${head}\n—\n2${theirs}${tail}`,
        ];
        expect(mergeLines(base, draft, live)).toBe(`${head}${mine}1\n—\n2${theirs}${tail}`);
      }),
    );
  });

  it('are null if both changed the same line or adjacent lines', () => {
    expect(mergeLines('a\nb\nc', 'a\nx\nc', 'a\ny\nc')).toBeNull();
    expect(mergeLines('a\nb\nc', 'a\nx\nc', 'a\nb\ny')).toBeNull();
    expect(mergeLines('a', 'b', 'c')).toBeNull();
  });
});
