import type { DraftContent } from '#domain/merge/merge-drafts.ts';
import type { Conflict } from '#domain/merge/conflict.ts';
import { type Fate, fateOf } from '#domain/merge/fate.ts';
import { type Merge, mergeWebhook } from '#domain/merge/merge.ts';
import { pairHeaders } from '#domain/merge/pair-headers.ts';
import { type Choices, resolve } from '#domain/merge/resolve.ts';
import { checkDefinition, hasErrors, type Issue } from '#domain/webhook/check.ts';
import { changedSince, fieldDifferences, isUnchanged } from '#domain/webhook/difference.ts';
import { FieldName } from '#domain/webhook/fields.ts';
import {
  type DefinitionFields,
  type Header,
  type Webhook,
  type WebhookDefinition,
  definitionOf,
  fieldOf,
  fieldsOf,
  withField,
} from '#domain/webhook/webhook.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { ConflictChoices } from './conflict-choices.svelte.ts';

/** A header in the editor's table. A deleted one stays in sight until the draft is published. */
export interface HeaderRow {
  readonly key: string;
  readonly id: number | null;
  name: string;
  value: string;
  deleted: boolean;
}

/** A text that is typed in: a field, or a header by the key of its row. */
export type TypedField = FieldName | `header:${string}`;

export const isTypedField = (name: string | undefined): name is TypedField =>
  name !== undefined && (name.startsWith('header:') || FieldName.safeParse(name).success);

/** Where a draft comes from that two windows changed in different ways. */
export interface Fork {
  /** The draft that has the changes of the other window. */
  readonly of: string;
  /** The version that both windows started from. */
  readonly known: DraftContent;
  /** What both changed. */
  readonly conflicts: readonly Conflict[];
}

let lastKey = 0;
const newKey = (): string => `header-${++lastKey}`;

/** What a person has made of one webhook, beside what the installation held when they began. */
export class Draft {
  /** The id that the host knows it by. It changes when the draft forks, or was published as a new webhook. */
  key = $state.raw('');
  readonly connectionId: string;
  readonly variant: VariantId;
  /** The webhook that the draft started from; `null` for a new one. */
  base = $state.raw<Webhook | null>(null);
  /** What the installation was seen to hold since, when that is something else than `base`. */
  newer = $state.raw<Webhook | null>(null);
  /** The installation was seen to hold the webhook no more. */
  gone = $state(false);
  /** `base` as it was at first, where what the installation held since was put under the edits. */
  began = $state.raw<Webhook | null>(null);
  /** How the person settles what they and the installation both changed. */
  readonly choices = new ConflictChoices();
  #settled = $state.raw<{ definition: WebhookDefinition; back: () => void } | null>(null);
  fields: DefinitionFields;
  headerRows = $state<HeaderRow[]>([]);
  /** The text that has the focus; another window's change of it waits until the focus leaves it. */
  focusedField = $state.raw<TypedField | null>(null);
  /** The focused text, as long as another window's change of it waits. */
  heldBack = $state.raw<TypedField | null>(null);
  /** Set while the person has not said which of two versions is right. */
  fork = $state.raw<Fork | null>(null);
  /** Whether this window asked to publish it. */
  publishedHere = $state.raw(false);
  /** Whether the edits were published since the draft was edited last. */
  published = $state.raw(false);
  /** The journal entry whose outcome the person has dealt with. */
  settledEntryId = $state.raw<string | null>(null);
  /** Whether the person asked to publish once: from then on empty fields are marked as well. */
  reviewed = $state(false);

  readonly definition: WebhookDefinition = $derived.by(() => ({
    ...$state.snapshot(this.fields),
    headers: this.headerRows
      .filter((row) => !row.deleted)
      .map(({ id, name, value }) => ({ id, name, value })),
  }));
  readonly issues: readonly Issue[] = $derived.by(() =>
    checkDefinition(this.definition, this.variant, this.base),
  );
  readonly hasErrors = $derived(hasErrors(this.issues));
  readonly differences = $derived(
    this.base === null ? [] : fieldDifferences(this.base, this.definition),
  );
  readonly headerChanges = $derived(
    headerChangeSet(this.base?.headers ?? [], this.definition.headers),
  );
  readonly isEdited = $derived(this.base === null || !isUnchanged(this.base, this.definition));

  /** What became of the webhook since; `null` as long as nothing is known to have changed. */
  readonly fate: Fate | null = $derived.by(() => {
    if (this.base === null || (this.newer === null && !this.gone)) return null;
    return fateOf(this.base, this.newer);
  });
  /** The edits on top of `newer`. */
  readonly merge: Merge | null = $derived.by(() =>
    this.base === null || this.newer === null
      ? null
      : mergeWebhook(this.base, this.definition, this.newer),
  );
  /** Nobody has to decide anything for the edits to go on top of `newer`. */
  readonly mergesByItself = $derived(
    this.fate?.kind !== 'replaced' && this.merge?.conflicts.length === 0,
  );

  /** Goes back to the choices of the last conflict, as long as nothing was edited since. */
  readonly chooseAgain: (() => void) | null = $derived.by(() =>
    this.#settled !== null && isUnchanged(this.#settled.definition, this.definition)
      ? this.#settled.back
      : null,
  );

  constructor(
    key: string,
    connectionId: string,
    variant: VariantId,
    base: Webhook | null,
    definition: WebhookDefinition,
  ) {
    this.key = key;
    this.connectionId = connectionId;
    this.variant = variant;
    this.base = base;
    this.fields = $state(fieldsOf(definition));
    this.#fill(definition);
  }

  get content(): DraftContent {
    return { base: this.base, definition: this.definition };
  }

  get title(): string {
    return this.fields.name.trim() === ''
      ? this.base === null
        ? 'New webhook'
        : '(no name)'
      : this.fields.name;
  }

  /** The first issue of a field, if it should be shown: a new draft is not scolded for being empty. */
  issueAt(path: string): Issue | undefined {
    const issue = this.issues.find((each) => each.path === path);
    if (issue === undefined || this.reviewed || issue.level === 'warning') return issue;
    return this.#isUntouched(path) ? undefined : issue;
  }

  /** Puts one field back as the service holds it. */
  undoField(field: FieldName): void {
    if (this.base === null) return;
    const back = withField(this.definition, field, fieldOf(this.base, field));
    this.fields = fieldsOf(back);
  }

  addHeader(): HeaderRow {
    const row = { key: newKey(), id: null, name: '', value: '', deleted: false };
    this.headerRows.push(row);
    return row;
  }

  /** Removes a header: one that the service holds is marked, a new one goes. */
  removeHeader(key: string): void {
    const row = this.headerRows.find((each) => each.key === key);
    if (row === undefined) return;
    if (this.baseHeader(row) === undefined) {
      this.headerRows = this.headerRows.filter((each) => each.key !== key);
    } else row.deleted = true;
  }

  /** Puts one header back as the service holds it. */
  undoHeader(key: string): void {
    const row = this.headerRows.find((each) => each.key === key);
    if (row === undefined) return;
    const before = this.baseHeader(row);
    row.deleted = false;
    if (before === undefined) return;
    row.name = before.name;
    row.value = before.value;
  }

  baseHeader(row: HeaderRow): Header | undefined {
    return row.id === null ? undefined : this.base?.headers.find((header) => header.id === row.id);
  }

  /** Throws the edits away, for what the installation holds now as far as it was seen. */
  discard(): void {
    const held = this.newer ?? this.base;
    if (held !== null) this.startFrom(held);
    this.reviewed = false;
  }

  /** Brings edits back that were thrown away. */
  restore(definition: WebhookDefinition): void {
    this.#fill(definition);
  }

  /** What the installation holds now; `null` for nothing. An unedited draft follows; an edited one is told. */
  see(live: Webhook | null): void {
    this.gone = live === null;
    const moved = live !== null && (this.base === null || changedSince(this.base, live));
    if (!moved) this.newer = null;
    else if (this.isEdited) this.newer = live;
    else this.startFrom(live);
  }

  /** Takes what another window made of the draft. What the installation was seen to hold is told again. */
  take({ base, definition }: DraftContent): void {
    const { newer } = this;
    this.base = base;
    this.newer = null;
    this.#fill(definition);
    if (newer !== null) this.see(newer);
  }

  /** Whether another content would replace the text that has the focus. */
  wouldDisturb({ definition: next }: DraftContent): boolean {
    const field = this.focusedField;
    if (field === null) return false;
    const { definition } = this;
    const name = FieldName.safeParse(field);
    if (name.success) return fieldOf(definition, name.data) !== fieldOf(next, name.data);
    const rows = this.headerRows.filter((row) => !row.deleted);
    const index = rows.findIndex(({ key }) => field === `header:${key}`);
    const header = definition.headers[index];
    const partner = pairHeaders(definition.headers, next.headers).partners[index];
    if (header === undefined) return false;
    return partner?.name !== header.name || partner.value !== header.value;
  }

  /** Begins anew from a webhook, as after publishing. */
  startFrom(webhook: Webhook): void {
    this.base = webhook;
    this.newer = null;
    this.gone = false;
    this.began = null;
    this.#settled = null;
    this.reviewed = false;
    this.#fill(definitionOf(webhook));
  }

  /**
   * Puts the edits on top of what the installation holds now. Nothing happens as long as a conflict is
   * left without a choice; those are returned.
   */
  takeNewer(choices: Choices = {}): readonly Conflict[] {
    const { base, newer, merge } = this;
    if (base === null || newer === null || merge === null) return [];
    const resolution = resolve(merge, choices);
    if (resolution.kind === 'open') return resolution.left;
    const { definition } = resolution;
    this.#settled = merge.conflicts.length === 0 ? null : { definition, back: this.remember() };
    this.began ??= base;
    this.base = newer;
    this.newer = null;
    this.#fill(definition);
    return [];
  }

  /** Remembers the draft as it stands; calling what is returned brings that back. */
  remember(): () => void {
    const { base, newer, gone, began, definition } = this;
    return () => {
      this.base = base;
      this.newer = newer;
      this.gone = gone;
      this.began = began;
      this.#fill(definition);
    };
  }

  /** Rows of headers that stay keep their keys: their inputs keep focus and caret. */
  #fill(definition: WebhookDefinition): void {
    const { headers } = definition;
    const rows = this.headerRows.filter((row) => !row.deleted);
    const partners = pairHeaders(rows, headers).partners.map((partner) =>
      partner === null ? -1 : headers.indexOf(partner),
    );
    this.fields = fieldsOf(definition);
    const kept = headers.map((header, index) => ({
      key: rows[partners.indexOf(index)]?.key ?? newKey(),
      ...header,
      deleted: false,
    }));
    const gone = (this.base?.headers ?? [])
      .filter((header) => header.id !== null && !headers.some((each) => each.id === header.id))
      .map((header) => ({ key: this.#keyOfRow(header), ...header, deleted: true }));
    this.headerRows = [...kept, ...gone];
  }

  #keyOfRow({ id }: Header): string {
    return this.headerRows.find((row) => row.deleted && row.id === id)?.key ?? newKey();
  }

  #isUntouched(path: string): boolean {
    const [group, index, part] = path.split('.');
    if (group === 'headers') {
      const row = this.headerRows.filter((each) => !each.deleted)[Number(index)];
      return part === 'name' && row?.name === '';
    }
    return path === 'name' ? this.fields.name === '' : path === 'url' && this.fields.url === '';
  }
}
