import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldName } from '../webhook/fields.ts';
import { type Webhook, type WebhookDefinition, fieldOf } from '../webhook/webhook.ts';
import { definitionWithEdits, headerKeys, serviceHeaders } from '../webhook/testing/definitions.ts';
import { type DraftContent, hasEdits, mergeDrafts, sameDraft } from './merge-drafts.ts';

const webhook = (definition: WebhookDefinition, id = 7): Webhook => ({
  ...definition,
  id,
  unreported: [],
  unknown: {},
});

/** A draft that two windows know, and the edited version of each window. */
const versions = definitionWithEdits(serviceHeaders).map(
  ([known, mine, theirs]): [DraftContent, DraftContent, DraftContent] => {
    const base = webhook(known);
    return [
      { base, definition: known },
      { base, definition: mine },
      { base, definition: theirs },
    ];
  },
);

const keysOf = ({ definition }: DraftContent): Set<string> =>
  new Set(headerKeys(definition.headers, false));

describe('merging the versions of two windows', () => {
  it('loses no changed field: it is in the result or in conflict', () => {
    fc.assert(
      fc.property(versions, ([known, mine, theirs]) => {
        const { content, conflicts } = mergeDrafts(known, mine, theirs);
        for (const field of FieldName.options) {
          const [was, here, there, merged] = [known, mine, theirs, content].map(({ definition }) =>
            fieldOf(definition, field),
          );
          const contested = conflicts.some(({ path }) => path === field);
          if (here !== was && merged !== here) expect(contested).toBe(true);
          if (there !== was) expect(merged).toBe(there);
        }
      }),
    );
  });

  it('loses no changed header: it is in the result or in conflict', () => {
    fc.assert(
      fc.property(versions, ([known, mine, theirs]) => {
        const { content, conflicts } = mergeDrafts(known, mine, theirs);
        const [was, merged] = [keysOf(known), keysOf(content)];
        const contested = new Set(
          conflicts.flatMap((each) =>
            each.kind === 'header' && each.draft !== null
              ? [JSON.stringify([each.draft.name, each.draft.value])]
              : [],
          ),
        );
        for (const key of keysOf(mine)) {
          if (!was.has(key)) expect(merged.has(key) || contested.has(key)).toBe(true);
        }
        for (const key of keysOf(theirs)) if (!was.has(key)) expect(merged.has(key)).toBe(true);
      }),
    );
  });

  it('takes the version of the only window that edited the draft', () => {
    fc.assert(
      fc.property(versions, ([known, mine, theirs]) => {
        expect(sameDraft(mergeDrafts(known, known, theirs).content, theirs)).toBe(true);
        expect(mergeDrafts(known, mine, known)).toEqual({ content: mine, conflicts: [] });
      }),
    );
  });

  it('takes the preferred side if both changed the same field', () => {
    const known = { base: null, definition: webhookOf('a', 'https://a.example.com') };
    const mine = { base: null, definition: webhookOf('b', 'https://a.example.com') };
    const theirs = { base: null, definition: webhookOf('c', 'https://c.example.com') };
    const names = (['mine', 'theirs'] as const).map((prefer) => {
      const { content, conflicts } = mergeDrafts(known, mine, theirs, prefer);
      expect(conflicts.map(({ path }) => path)).toEqual(['name']);
      expect(content.definition.url).toBe('https://c.example.com');
      return content.definition.name;
    });
    expect(names).toEqual(['b', 'c']);
  });
});

describe('the base of a merged draft', () => {
  const [known, edited] = [webhookOf('a', 'u'), webhookOf('b', 'u')];
  const draft = (base: Webhook | null, definition = known): DraftContent => ({ base, definition });

  it('is the newer webhook that either window read', () => {
    const newer = webhook({ ...known, enabled: false });
    const [before, since] = [draft(webhook(known)), draft(newer)];
    expect(mergeDrafts(before, draft(webhook(known), edited), since).content.base).toEqual(newer);
    expect(mergeDrafts(before, since, draft(webhook(known), edited)).content.base).toEqual(newer);
  });

  it('is the created webhook after the new draft was published', () => {
    const { content } = mergeDrafts(draft(null), draft(null, edited), draft(webhook(known)));
    expect(content).toMatchObject({ base: { id: 7 }, definition: { name: 'b' } });
    expect(hasEdits(content)).toBe(true);
    expect(hasEdits(draft(webhook(known)))).toBe(false);
    expect(hasEdits(draft(null))).toBe(true);
  });
});

function webhookOf(name: string, url: string): WebhookDefinition {
  return {
    name,
    url,
    method: 'POST',
    enabled: true,
    headers: [],
    payloadTemplate: '',
    severities: { low: false, medium: false, high: false, cleared: false },
    payloadType: null,
  };
}
