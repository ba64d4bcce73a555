import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredDraft } from '../draft/stored-draft.ts';
import { fieldDifferences, sameContent } from '../webhook/difference.ts';
import { type Webhook, type WebhookDefinition, definitionOf, fieldOf } from '../webhook/webhook.ts';
import {
  headersWithIds,
  editedHeaders,
  headerKeys,
  withHeaders,
} from '../webhook/testing/definitions.ts';
import { settleDraft, type SettledDraft, type SettlingEntry } from './settle-draft.ts';
import { aWebhook } from './testing/webhooks.ts';

const before = aWebhook(7);
const meant: WebhookDefinition = { ...definitionOf(before), name: 'Renamed' };
/** An edit after the published revision. */
const since = { url: 'https://since.example.com/' };

/** A draft whose revision 4 was published. */
const aDraft = (change: Partial<StoredDraft> = {}): StoredDraft => ({
  id: 'acme/7',
  kind: 'main',
  lineage: 'l',
  connectionId: 'acme',
  webhookId: 7,
  base: before,
  definition: meant,
  editedAt: new Date(0),
  revision: 4,
  settledRevision: null,
  ...change,
});
const anEntry = (change: Partial<SettlingEntry> = {}): SettlingEntry => ({
  action: 'update',
  connectionId: 'acme',
  lineage: 'l',
  draftId: 'acme/7',
  draftRevision: 4,
  outcome: 'done',
  before,
  meant,
  after: aWebhook(7, { name: 'Renamed' }),
  ...change,
});

const cases = {
  update: { entry: {}, draft: {} },
  create: { entry: { action: 'create', before: null }, draft: { base: null, webhookId: null } },
} as const;
/** The webhook on the installation after the request. */
const installations = {
  'as meant': {},
  normalised: { name: 'RENAMED' },
  'changed elsewhere': { payloadTemplate: '{"theirs": true}' },
} as const;
const edits = { unedited: {}, 'edited since': { revision: 5, definition: { ...meant, ...since } } };

/** The remaining edits of a rebased draft by field; otherwise the kind of the result. */
function leftOf(settled: SettledDraft): unknown {
  if (settled.kind !== 'rebased') return settled.kind;
  const { base, definition } = settled.draft;
  if (base === null) throw new Error('A rebased draft has a base.');
  return fieldDifferences(base, definition).map(({ field, after }) => `${field} ${String(after)}`);
}

describe('a draft whose publication has an outcome', () => {
  const [name, url] = ['name Renamed', `url ${since.url}`];
  it.each<
    [
      outcome: 'done' | 'differs',
      action: keyof typeof cases,
      edit: keyof typeof edits,
      installation: keyof typeof installations,
      left: unknown,
    ]
  >([
    ['done', 'update', 'unedited', 'as meant', 'published'],
    ['done', 'create', 'unedited', 'as meant', 'published'],
    ['done', 'update', 'edited since', 'as meant', [url]],
    ['done', 'create', 'edited since', 'as meant', [url]],
    ['differs', 'update', 'unedited', 'normalised', [name]],
    ['differs', 'create', 'unedited', 'normalised', [name]],
    ['differs', 'update', 'edited since', 'normalised', [name, url]],
    ['differs', 'create', 'edited since', 'normalised', [name, url]],
    ['differs', 'update', 'unedited', 'changed elsewhere', 'published'],
    ['differs', 'update', 'edited since', 'changed elsewhere', [url]],
    ['differs', 'create', 'unedited', 'changed elsewhere', ['payloadTemplate ']],
    ['differs', 'create', 'edited since', 'changed elsewhere', [url, 'payloadTemplate ']],
  ])('%s, %s, %s, %s', (outcome, action, edit, installation, left) => {
    const after = aWebhook(7, { name: 'Renamed', ...installations[installation] });
    const draft = aDraft({ ...cases[action].draft, ...edits[edit] });
    const entry = anEntry({ ...cases[action].entry, outcome, after });
    const settled = settleDraft(entry, draft);
    expect(leftOf(settled)).toEqual(left);
    if (settled.kind === 'published') expect(settled.webhook).toEqual(after);
    if (settled.kind !== 'rebased') return;
    expect(settled.draft).toMatchObject({
      id: draft.id,
      webhookId: 7,
      base: after,
      settledRevision: 4,
    });
  });

  it.each(['sent', 'unknown', 'not-applied', 'failed'] as const)(
    'stays unchanged for the outcome %s of an update or a create',
    (outcome) => {
      for (const { entry, draft } of Object.values(cases)) {
        for (const edit of Object.values(edits)) {
          const settled = settleDraft(
            anEntry({ ...entry, outcome }),
            aDraft({ ...draft, ...edit }),
          );
          expect(settled).toEqual({ kind: 'kept' });
        }
      }
    },
  );

  it.each<[string, Partial<SettlingEntry>, Partial<StoredDraft>]>([
    ['another draft', { draftId: 'acme/8' }, {}],
    ['no draft', { draftId: null, draftRevision: null }, {}],
    ['a revision that was settled before', {}, { revision: 6, settledRevision: 4 }],
    ['an older revision than the one settled last', {}, { revision: 9, settledRevision: 7 }],
    ['a request that deleted', { meant: null, after: null }, {}],
    ['a webhook that was not read back', { after: null }, {}],
  ])('stays unchanged for the entry of %s', (_, entry, draft) => {
    expect(settleDraft(anEntry(entry), aDraft(draft))).toEqual({ kind: 'kept' });
  });

  it('that was merged with remote changes keeps later edits', () => {
    const live = aWebhook(7, { payloadTemplate: '{"theirs": true}' });
    const sent = { ...definitionOf(live), name: 'Renamed' };
    const entry = anEntry({ before: live, meant: sent, after: { ...live, ...sent } });
    const draft = aDraft({ revision: 5, definition: { ...meant, ...since } });
    expect(leftOf(settleDraft(entry, draft))).toEqual([`url ${since.url}`]);
  });
});

/** Random entries with the sent definition, later edits of the draft and the read-back webhook. */
const settlements = withHeaders(headersWithIds).chain((held) =>
  fc
    .tuple(
      withHeaders(editedHeaders(held.headers)),
      withHeaders(headersWithIds),
      fc.boolean(),
      fc.constantFrom('done', 'differs'),
    )
    .chain(([sent, read, isCreate, outcome]) =>
      withHeaders(editedHeaders(sent.headers)).map((definition) => {
        const base: Webhook | null = isCreate
          ? null
          : { ...held, id: 7, unreported: [], unknown: {} };
        const after: Webhook = { ...read, id: 7, unreported: [], unknown: {} };
        const entry = anEntry({
          outcome: outcome === 'done' ? 'done' : 'differs',
          before: base,
          meant: sent,
          after,
        });
        const webhookId = isCreate ? null : 7;
        return { entry, draft: aDraft({ base, webhookId, definition, revision: 5 }), after, sent };
      }),
    ),
);
const goesOnAs = (settled: SettledDraft, draft: StoredDraft): WebhookDefinition =>
  settled.kind === 'published'
    ? settled.webhook
    : settled.kind === 'rebased'
      ? settled.draft.definition
      : draft.definition;

describe('settling a draft', () => {
  it('keeps an edit that reverts a sent value if the installation differs', () => {
    const entry = anEntry({
      outcome: 'differs',
      meant: { ...meant, ...since },
      after: aWebhook(7, { name: 'Renamed', url: 'https://normalised.example.com/' }),
    });
    const draft = aDraft({ revision: 5, definition: { ...meant, name: 'Chat', ...since } });
    expect(leftOf(settleDraft(entry, draft))).toEqual(['name Chat', `url ${since.url}`]);
  });

  it('loses no field that was edited after the published revision', () => {
    fc.assert(
      fc.property(settlements, ({ entry, draft, sent }) => {
        const result = goesOnAs(settleDraft(entry, draft), draft);
        for (const { field, after } of fieldDifferences(sent, draft.definition)) {
          expect(fieldOf(result, field)).toBe(after);
        }
      }),
    );
  });

  it('loses no header that was added or edited after the published revision', () => {
    fc.assert(
      fc.property(settlements, ({ entry, draft, sent }) => {
        const result = headerKeys(goesOnAs(settleDraft(entry, draft), draft).headers, false);
        const known = headerKeys(sent.headers, false);
        for (const key of headerKeys(draft.definition.headers, false)) {
          if (!known.includes(key)) expect(result).toContain(key);
        }
      }),
    );
  });

  it('a second time by the same entry changes nothing', () => {
    fc.assert(
      fc.property(settlements, ({ entry, draft }) => {
        const settled = settleDraft(entry, draft);
        if (settled.kind !== 'rebased') return;
        const revision = draft.revision + 1;
        expect(settleDraft(entry, { ...settled.draft, revision })).toEqual({ kind: 'kept' });
      }),
    );
  });

  it('ends an unedited draft with the outcome done', () => {
    fc.assert(
      fc.property(settlements, ({ entry, draft, after, sent }) => {
        const unedited = { ...draft, definition: sent, revision: 4 };
        const settled = settleDraft({ ...entry, outcome: 'done' }, unedited);
        expect(settled).toEqual({ kind: 'published', webhook: after });
      }),
    );
  });

  it('ends with the content of the installation if it equals the unedited draft', () => {
    fc.assert(
      fc.property(settlements, ({ entry, draft, sent }) => {
        const after: Webhook = { ...sent, id: 7, unreported: [], unknown: {} };
        const unedited = { ...draft, definition: sent, revision: 4 };
        const settled = settleDraft({ ...entry, after, outcome: 'differs' }, unedited);
        expect(sameContent(goesOnAs(settled, unedited), after)).toBe(true);
      }),
    );
  });
});
