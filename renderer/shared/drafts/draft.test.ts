import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { Draft, type HeaderRow } from './draft.svelte.ts';
import { aWebhook } from '../testing/a-webhook.ts';

const draftOf = (base: Webhook | null, variant: 'A' | 'B' = 'B'): Draft =>
  new Draft('key', 'connection', variant, base, definitionOf(base ?? aWebhook()));

function rowOf(draft: Draft, index: number): HeaderRow {
  const row = draft.headerRows[index];
  if (row === undefined) throw new Error(`no header ${index}`);
  return row;
}

describe('a draft of an existing webhook', () => {
  it('is unedited at first, edited after a change, and unedited again after undoing it', () => {
    const draft = draftOf(aWebhook());
    expect(draft.isEdited).toBe(false);
    draft.fields.name = 'Other';
    draft.fields.severities.low = true;
    flushSync();
    expect(draft.differences.map((each) => each.field)).toEqual(['name', 'severities.low']);
    draft.undoField('name');
    expect(draft.fields.severities.low).toBe(true);
    draft.undoField('severities.low');
    expect(draft.isEdited).toBe(false);
  });

  it('does not change its base', () => {
    const base = aWebhook();
    const draft = draftOf(base);
    draft.fields.severities.high = false;
    rowOf(draft, 0).value = 'text/plain';
    expect(base).toEqual(aWebhook());
  });

  it('keeps the row of a deleted header and restores it on undo', () => {
    const draft = draftOf(aWebhook());
    const row = rowOf(draft, 1);
    draft.removeHeader(row.key);
    expect(draft.headerRows).toHaveLength(2);
    expect(draft.headerChanges.deleted.map((each) => each.id)).toEqual([12]);
    draft.undoHeader(row.key);
    expect(draft.isEdited).toBe(false);
  });

  it('restores a changed header on undo and removes a new header at once', () => {
    const draft = draftOf(aWebhook());
    const row = rowOf(draft, 0);
    row.name = 'Accept';
    row.value = '*/*';
    expect(draft.headerChanges.changed).toEqual([
      {
        id: 11,
        name: 'Accept',
        value: '*/*',
        before: { name: 'Content-Type', value: 'application/json' },
      },
    ]);
    draft.undoHeader(row.key);
    const added = draft.addHeader();
    draft.removeHeader(added.key);
    expect(draft.isEdited).toBe(false);
    expect(draft.headerRows).toHaveLength(2);
  });

  it('shows deleted headers again when discarded edits are restored', () => {
    const draft = draftOf(aWebhook());
    draft.removeHeader(rowOf(draft, 1).key);
    const { definition } = draft;
    draft.discard();
    expect(draft.isEdited).toBe(false);
    draft.restore(definition);
    expect(draft.headerChanges.deleted.map((each) => each.id)).toEqual([12]);
    expect(draft.headerRows.map((row) => row.deleted)).toEqual([false, true]);
  });
});

const moved: Webhook = { ...aWebhook(), url: 'https://elsewhere.example/' };

describe('a newer version on the installation', () => {
  it('becomes the content of an unedited draft', () => {
    const draft = draftOf(aWebhook());
    draft.applyRemote(moved);
    expect(draft.newer).toBeNull();
    expect(draft.fields.url).toBe(moved.url);
    expect(draft.isEdited).toBe(false);
  });

  it('is reported to an edited draft and merged on request', () => {
    const draft = draftOf(aWebhook());
    draft.fields.name = 'Mine';
    draft.applyRemote(moved);
    expect(draft.fields.url).toBe(aWebhook().url);
    expect(draft.newer).toEqual(moved);
    expect(draft.remoteChange?.kind).toBe('changed');
    expect(draft.mergesByItself).toBe(true);
    expect(draft.applyMerge()).toEqual([]);
    expect(draft.remoteChange).toBeNull();
    expect(draft.firstBase).toEqual(aWebhook());
    expect(draft.differences.map((each) => each.field)).toEqual(['name']);
    expect(draft.fields.url).toBe(moved.url);
  });

  it('is ignored if only the order of the headers differs', () => {
    const draft = draftOf(aWebhook());
    draft.fields.name = 'Mine';
    draft.applyRemote({ ...aWebhook(), headers: aWebhook().headers.toReversed() });
    expect(draft.newer).toBeNull();
  });

  it('is merged only after the person resolves the conflicts', () => {
    const draft = draftOf(aWebhook());
    draft.fields.url = 'https://mine.example/';
    draft.applyRemote(moved);
    expect(draft.mergesByItself).toBe(false);
    const { conflicts } = draft.merge ?? { conflicts: [] };
    expect(conflicts.map(({ path }) => path)).toEqual(['url']);
    expect(draft.applyMerge(draft.choices.of(conflicts))).toEqual(conflicts);
    expect(draft.base).toEqual(aWebhook());
    draft.choices.chooseAll(conflicts, 'draft');
    expect(draft.applyMerge(draft.choices.of(conflicts))).toEqual([]);
    expect(draft.fields.url).toBe('https://mine.example/');
    expect(draft.base).toEqual(moved);
    draft.fields.name = 'Edited since';
    expect(draft.chooseAgain).toBeNull();
    draft.undoField('name');
    draft.chooseAgain?.();
    expect(draft.remoteChange?.kind).toBe('changed');
    expect(draft.merge?.conflicts).toEqual(conflicts);
  });

  it('is not merged automatically if it is another webhook', () => {
    const draft = draftOf(aWebhook());
    draft.fields.enabled = false;
    draft.applyRemote({ ...moved, name: 'Another', payloadTemplate: '', headers: [] });
    expect(draft.remoteChange?.kind).toBe('replaced');
    expect(draft.mergesByItself).toBe(false);
  });

  it('counts as deleted until the webhook is read again', () => {
    const draft = draftOf(aWebhook());
    draft.fields.name = 'Mine';
    draft.applyRemote(null);
    expect(draft.remoteChange?.kind).toBe('deleted');
    expect(draft.merge).toBeNull();
    draft.applyRemote(aWebhook());
    expect(draft.remoteChange).toBeNull();
  });

  it('becomes the content after a discard, and the discard can be undone', () => {
    const draft = draftOf(aWebhook());
    draft.fields.name = 'Mine';
    draft.removeHeader(rowOf(draft, 1).key);
    draft.applyRemote(moved);
    const back = draft.snapshot();
    draft.discard();
    expect(draft.isEdited).toBe(false);
    expect(draft.fields).toMatchObject({ name: 'Ops', url: moved.url });
    back();
    expect(draft.newer).toEqual(moved);
    expect(draft.fields).toMatchObject({ name: 'Mine', url: aWebhook().url });
    expect(draft.headerRows.map((row) => row.deleted)).toEqual([false, true]);
  });
});

describe('the choice for a conflict', () => {
  const conflictWith = (url: string) => {
    const draft = draftOf(aWebhook());
    draft.fields.url = 'https://mine.example/';
    draft.applyRemote({ ...aWebhook(), url });
    const [conflict] = draft.merge?.conflicts ?? [];
    if (conflict === undefined) throw new Error('There is no conflict.');
    return { draft, conflict };
  };

  it('is dropped when the value on the installation changes again', () => {
    const { draft, conflict } = conflictWith(moved.url);
    draft.choices.choose(conflict, 'live');
    expect(draft.choices.chosen(conflict)).toBe('live');
    draft.applyRemote({ ...aWebhook(), url: 'https://third.example/' });
    const [next] = draft.merge?.conflicts ?? [];
    expect(next && draft.choices.chosen(next)).toBeNull();
    expect(draft.choices.of(draft.merge?.conflicts ?? [])).toEqual({});
  });

  it('keeps the typed value after another choice', () => {
    const { draft, conflict } = conflictWith(moved.url);
    expect(draft.choices.own(conflict)).toBe('https://mine.example/');
    draft.choices.write(conflict, 'https://both.example/');
    draft.choices.choose(conflict, 'live');
    draft.choices.choose(conflict, 'own');
    expect(draft.applyMerge(draft.choices.of([conflict]))).toEqual([]);
    expect(draft.fields.url).toBe('https://both.example/');
  });
});

describe('issues', () => {
  it('are not shown for empty fields of a new webhook before a review', () => {
    const draft = draftOf(null);
    draft.fields.name = '';
    draft.fields.url = '';
    draft.addHeader();
    expect(draft.hasErrors).toBe(true);
    expect(draft.issueAt('name')).toBeUndefined();
    expect(draft.issueAt('url')).toBeUndefined();
    draft.reviewed = true;
    expect(draft.issueAt('name')?.message).toContain('name');
    expect(draft.issueAt('url')).toBeDefined();
  });

  it('are shown at once for a typed value', () => {
    const draft = draftOf(null);
    draft.fields.url = 'hooks.example.com';
    expect(draft.issueAt('url')?.level).toBe('error');
  });
});
